import type { StoredRequest } from './outbox-store.ts';

/** A write as it would be if its page were gone by now; `final` when it is. */
interface Note {
  request: StoredRequest;
  tab: string;
  notedAt: number;
  final: boolean;
}

const PREFIX = 'envol-note:';
const TAB = 'envol-tab';
/** A page that goes on renews its notes far more often, even where timers are slowed to one a minute. */
const ABANDONED_MS = 180_000;
/** Keys of what this very page still writes: a reload leaves none. */
const going = new Set<string>();

/** Survives a reload, and is another one in every other tab. */
function ownTab(): string {
  const known = sessionStorage.getItem(TAB);
  if (known) return known;
  const made = crypto.randomUUID();
  sessionStorage.setItem(TAB, made);
  return made;
}

/**
 * Notes a write at once, where the outbox's store would take longer than a page that is being closed has
 * left. Noted again under its key, it takes the place of what was there.
 */
export function note(request: StoredRequest, final: boolean): void {
  if (final) going.delete(request.key);
  else going.add(request.key);
  try {
    const written: Note = { request, tab: ownTab(), notedAt: Date.now(), final };
    localStorage.setItem(PREFIX + request.key, JSON.stringify(written));
  } catch {
    // No storage, or none left: what the store keeps is still kept.
  }
}

/** Forgets a note: the store has it, or it is not to be. */
export function forgetNote(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // There was none.
  }
}

/** Forgets every note, or those of other people than `owner`. */
export function forgetNotes(owner?: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(PREFIX)) continue;
      const found = JSON.parse(localStorage.getItem(key) ?? 'null') as Note | null;
      if (owner === undefined || found?.request.owner !== owner) localStorage.removeItem(key);
    }
  } catch {
    // Nothing could be stored, so nothing is left.
  }
}

/** A person's notes whose page can't send them any more. */
export function abandonedNotes(owner: string): StoredRequest[] {
  try {
    const tab = ownTab();
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? 'null') as Note | null)
      .filter((found) => found?.request.owner === owner)
      .flatMap((found) => (found ? [found] : []))
      .filter(
        (found) =>
          !going.has(found.request.key) &&
          (found.final || found.tab === tab || Date.now() - found.notedAt > ABANDONED_MS),
      )
      .map(({ request }) => request);
  } catch {
    return [];
  }
}
