import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import type { ApiError } from '#web/lib/api.ts';
import { deviceStorage } from '#web/lib/storage.ts';
import { isHealthConsentChangedError } from './write-policies.ts';
import type { SendOutcome } from './queue-events.ts';
import type { UnsentWrite } from './write-store.ts';

/** A write that the server refused for good: what it was about and why. What it said stays in the queue's store. */
export interface RefusedWrite {
  key: string;
  owner: string;
  route: QueuedRoute;
  code: ApiError['code'];
  /** When it was made, ISO 8601. */
  queuedAt: string;
}

const PREFIX = 'envol-refused:';

/**
 * Stores on this device that the server refused a queued write for good, without the write's content, until the person
 * has seen it. Other outcomes, and refusals because a consent was withdrawn or renewed, are ignored.
 */
export function storeWriteRefusalIfFinal(write: UnsentWrite, outcome: SendOutcome): void {
  if (!('error' in outcome) || !outcome.final || isHealthConsentChangedError(outcome.error)) return;
  const { key, owner, route, queuedAt } = write;
  const refused: RefusedWrite = { key, owner, route, code: outcome.error.code, queuedAt };
  deviceStorage.writeJson(`${PREFIX}${key}`, refused);
}

/** Lists the stored records of a person's writes that the server refused, oldest first. */
export const listWriteRefusals = (owner: string): RefusedWrite[] =>
  deviceStorage
    .listKeys(PREFIX)
    .map((key) => deviceStorage.readJson(key) as RefusedWrite | null)
    .filter((found): found is RefusedWrite => found?.owner === owner)
    .toSorted((one, other) => one.queuedAt.localeCompare(other.queuedAt));

/** Deletes the stored record of a refused write. Call it once the person has seen it. */
export const deleteWriteRefusal = (key: string): void => deviceStorage.remove(`${PREFIX}${key}`);

/** Deletes all people's stored records of refused writes from this device. */
export const deleteAllWriteRefusals = (): void => deviceStorage.removeByPrefix(PREFIX);
