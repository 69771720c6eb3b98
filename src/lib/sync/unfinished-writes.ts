import { deviceStorage, tabStorage } from '#web/lib/storage.ts';
import type { UnsentWrite } from './write-store.ts';

/** A write as it would be sent if its page were closed now. */
interface UnfinishedWrite {
  request: UnsentWrite;
  tab: string;
  savedAt?: number;
  /** What earlier versions called `savedAt`. */
  notedAt?: number;
  /** Whether it will not change any more. */
  final: boolean;
}

const PREFIX = 'envol-note:';
const TAB = 'envol-tab';
/** An open page saves its unfinished writes far more often than this, even where timers are throttled to one a minute. */
const ABANDONED_MS = 180_000;
/** Key prefix under which earlier versions stored unsent assessment answers. */
const DRAFTS = 'envol-assessment-draft:';

const isAbandoned = ({ savedAt, notedAt }: UnfinishedWrite) =>
  Date.now() - (savedAt ?? notedAt ?? 0) > ABANDONED_MS;

/** Returns this tab's id: it survives a reload and differs in every other tab. */
function getTabId(): string {
  const known = tabStorage.read(TAB);
  if (known) return known;
  const made = crypto.randomUUID();
  tabStorage.write(TAB, made);
  return made;
}

/**
 * Creates the store of writes that may still change (see `saveWriteToSendIfPageCloses`). In localStorage, which is synchronous:
 * IndexedDB takes longer than a closing page has left.
 */
export function createUnfinishedWriteStore() {
  /** Keys of the writes that this page still changes; empty after a reload. */
  const growing = new Set<string>();
  const readAll = () =>
    deviceStorage
      .listKeys(PREFIX)
      .map((key) => deviceStorage.readJson(key) as UnfinishedWrite | null)
      .filter((found) => found !== null);
  const remove = (key: string) => deviceStorage.remove(`${PREFIX}${key}`);

  return {
    /** Saves a write, replacing what was saved under its key. */
    save: (request: UnsentWrite, final: boolean): void => {
      if (final) growing.delete(request.key);
      else growing.add(request.key);
      const written: UnfinishedWrite = { request, tab: getTabId(), savedAt: Date.now(), final };
      deviceStorage.writeJson(`${PREFIX}${request.key}`, written);
    },
    /** Removes a write by its key. */
    forget: remove,
    /** Removes every write that matches, and the drafts of earlier versions except `owner`'s. */
    removeWhere: (matches: (write: UnsentWrite) => boolean, owner?: string): void => {
      for (const { request } of readAll()) if (matches(request)) remove(request.key);
      if (owner === undefined) deviceStorage.removeByPrefix(PREFIX);
      deviceStorage.removeByPrefix(DRAFTS, owner === undefined ? undefined : `${DRAFTS}${owner}`);
    },
    /** Lists a person's writes whose page is closed and can't send them any more. */
    listAbandoned: (owner: string): UnsentWrite[] => {
      const tab = getTabId();
      return readAll()
        .filter(({ request }) => request.owner === owner && !growing.has(request.key))
        .filter((one) => one.final || one.tab === tab || isAbandoned(one))
        .map(({ request }) => request);
    },
    /** Removes and returns the unsent assessment answers that an earlier version stored for a person, or null. */
    takeDraft: (owner: string): UnsentWrite | null => {
      const draft = deviceStorage.readJson(`${DRAFTS}${owner}`) as Record<string, unknown> | null;
      deviceStorage.remove(`${DRAFTS}${owner}`);
      if (draft?.['pending'] !== true) return null;
      const { answers, at, consentGivenAt } = draft;
      return {
        key: crypto.randomUUID(),
        owner,
        route: 'PUT /api/assessment/answers',
        params: {},
        body: { answers, ...(typeof consentGivenAt === 'string' && { consentGivenAt }) },
        ...(typeof at === 'string' && { queuedAt: at }),
      };
    },
  };
}
export type UnfinishedWriteStore = ReturnType<typeof createUnfinishedWriteStore>;
