import { now } from './clock.ts';
import { deviceStorage, type StorageKey } from './storage.ts';
import { hasSignedOutSinceLoad } from './sync/sign-out-signal.ts';

const PREFIX = 'envol-draft:';
/** How long a text that was never saved is worth finding again. */
const MAX_AGE_MS = 7 * 86_400_000;

interface StoredDraft {
  atMs: number;
  typed: object;
}

const getKey = (owner: string, name: string): StorageKey => `${PREFIX}${owner}:${name}`;

/**
 * Returns the unsaved input that `owner` typed into the form `name` on this device in the last seven days (or as long as
 * `maxAgeMs` says), by field, unvalidated; an empty object when there is none.
 */
export function readFormDraft(owner: string, name: string, maxAgeMs = MAX_AGE_MS): object {
  const kept = deviceStorage.readJson(getKey(owner, name)) as Partial<StoredDraft> | null;
  if (!kept?.typed || !(now().getTime() - (kept.atMs ?? 0) < maxAgeMs)) return {};
  return kept.typed;
}

/**
 * Stores the unsaved input of a form on this device, by field, replacing what was stored before. Does nothing if
 * a person has signed out in any tab since this page was loaded.
 */
export function writeFormDraftUnlessSignedOut(owner: string, name: string, typed: object): void {
  if (hasSignedOutSinceLoad()) return;
  deviceStorage.writeJson(getKey(owner, name), { atMs: now().getTime(), typed });
}

/** Deletes the stored input of a form from this device. Call it once the form is saved. */
export const removeFormDraft = (owner: string, name: string): void =>
  deviceStorage.remove(getKey(owner, name));

/**
 * Deletes the stored input of unsaved forms from this device: every person's, or every person's except `exceptOwner`'s.
 */
export function deleteFormDrafts(exceptOwner?: string): void {
  for (const key of deviceStorage.listKeys(PREFIX))
    if (exceptOwner === undefined || !key.startsWith(getKey(exceptOwner, '')))
      deviceStorage.remove(key);
}
