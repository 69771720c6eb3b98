import {
  type CachedFile,
  isAnyAppFileCached,
  isEveryFileCached,
  repairAppFiles,
} from './file-cache.ts';

/** How long after a page was opened what is kept is checked, in milliseconds: until then the page is busy. */
const CHECK_AFTER_MS = 3_000;

/** What is used of WindowClient, whose types can't be loaded beside those of pages. */
export interface OpenPage {
  id: string;
  url: string;
  navigate: (url: string) => Promise<unknown>;
}

interface Deps {
  files: readonly CachedFile[];
  /** Those of help, for a visitor's device. */
  filesForHelp: readonly CachedFile[];
  afterRepair: () => Promise<void>;
  listPages: () => Promise<readonly OpenPage[]>;
}

/**
 * Creates the repair of what is kept of the app, for the service worker: what is missing or wrong is fetched again, and
 * pages that could not start without it are opened again.
 */
export function createAppRepair({ files, filesForHelp, afterRepair, listPages }: Deps) {
  /** The ids of the pages that were opened and have not said that they started. */
  const opened = new Set<string>();
  /** Whether the content of all that is kept was found right since the worker was started. */
  let isChecked = false;
  let lastRepair = Promise.resolve(true);

  async function repairAndReopen(wanted: readonly CachedFile[]): Promise<boolean> {
    const { repaired, missing } = await repairAppFiles(wanted);
    await afterRepair();
    if (repaired.length > 0)
      for (const page of await listPages())
        if (opened.delete(page.id)) await page.navigate(page.url);
    return missing.length === 0;
  }

  /**
   * Repairs these files; resolves to whether they are whole. Unless they are to be checked `thoroughly`, what was found right
   * since the worker was started only has to be there. One repair at a time: another may be of fewer files.
   */
  function repair(wanted: readonly CachedFile[], thoroughly = false): Promise<boolean> {
    const repairNow = async () => {
      if (isChecked && !thoroughly && (await isEveryFileCached(wanted))) return true;
      isChecked = false;
      isChecked = await repairAndReopen(wanted);
      return isChecked;
    };
    // A page that was closed meanwhile cannot be opened again, and a device may be full: the next repair tries again.
    lastRepair = lastRepair.then(repairNow).catch(() => false);
    return lastRepair;
  }
  const repairKept = async (thoroughly = false) =>
    repair((await isAnyAppFileCached(filesForHelp)) ? files : filesForHelp, thoroughly);

  return {
    repair,
    repairKept,
    /**
     * Repairs what is kept once the page that is being opened has had its time to start; thoroughly where one did not: what
     * was right before may be wrong by now.
     */
    repairLater: async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, CHECK_AFTER_MS));
      await repairKept((await listPages()).some(({ id }) => opened.has(id)));
    },
    addOpened: (page: string): void => void opened.add(page),
    removeOpened: (page: string): void => void opened.delete(page),
  };
}
