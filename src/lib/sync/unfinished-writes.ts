import { deviceStorage, tabStorage } from '#web/lib/storage.ts';
import type { UnsentWrite } from './write-store.ts';

/** A write as it would be sent if its page were closed now. */
interface UnfinishedWrite {
  request: UnsentWrite;
  tab: string;
  savedAt: number;
  /** Whether it will not change any more. */
  final: boolean;
}

const PREFIX = 'envol-note:';
const TAB = 'envol-tab';
/** An open page saves its unfinished writes far more often than this, even where timers are throttled to one a minute. */
const ABANDONED_MS = 180_000;

const isAbandoned = ({ savedAt }: UnfinishedWrite) => Date.now() - savedAt > ABANDONED_MS;

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
    /** Removes every write that matches. */
    removeWhere: (matches: (write: UnsentWrite) => boolean): void => {
      for (const { request } of readAll()) if (matches(request)) remove(request.key);
    },
    /** Removes every write, those too that cannot be read. */
    clear: (): void => deviceStorage.removeByPrefix(PREFIX),
    /** Lists a person's writes whose page is closed and can't send them any more. */
    listAbandoned: (owner: string): UnsentWrite[] => {
      const tab = getTabId();
      return readAll()
        .filter(({ request }) => request.owner === owner && !growing.has(request.key))
        .filter((one) => one.final || one.tab === tab || isAbandoned(one))
        .map(({ request }) => request);
    },
  };
}
export type UnfinishedWriteStore = ReturnType<typeof createUnfinishedWriteStore>;
