import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { refreshTotals } from '#server/features/totals/writes.ts';
import { computeDateRange } from '#web/features/studio-overview/model.ts';
import {
  insertListensAndProgress,
  insertPeople,
  insertProgressRows,
  insertSessions,
} from './fill-database.ts';
import { readNumberOption, readOption, ROOT, runBench, printLine } from './launch.ts';
import { compareCallOnGrownSite, openSiteInProcess, type Site } from './site.ts';

// npm run bench -- growth.bench.ts [--only library|dashboard|studio] [--share 0.01]
// What a person or the operator waits for must not grow with what there is: the library with 100,000 sessions and 1,000,000
// rows of progress against one with 1,000 sessions; the dashboard of a member with 10,000 listens among 5,000,000 of others
// against that of a member with 10; the operator's overview of a year with 1,000,000 listens against one with 1,000.
// `--share` takes that part of the large numbers.

const limits = { rounds: readNumberOption('rounds', 200, 2), promised: 1.5 };
const share = readNumberOption('share', 1, 0.01);
const scale = (number: number) => Math.ceil(number * share);
const CONTENT = path.join(ROOT, 'content');
const PAGE = 20;
const PAGES_DEEP = 30;
const SEARCHES = {
  'a common word': 'turbulence',
  'a word that is being typed': 'turbu',
  'a rare word': 'acceleration',
  'a word in every fifth session': 'engine',
  'two words': 'wing sounds',
  'a rare word and the beginning of another': 'acceleration s',
  'two words and the beginning of another': 'wing engine s',
  'a word typed wrongly': 'trubulence',
};
const SEARCHED_TABLES =
  '^(contents|content_texts|content_(search|heads)_(en|fr)|search_words|progress)$';

type Calls = Record<string, () => Promise<{ status: number }>>;
/** Fills a site, small or grown, and names what is measured on it. */
type Part = (site: Site, isGrown: boolean) => Promise<Calls>;

/** Page size of each search: what the small library finds, so that only the search is compared. */
const found = new Map<string, number>();

const PARTS: Record<string, Part> = {
  async library({ database, createPerson }, isGrown) {
    await insertSessions(database, isGrown ? scale(100_000) : 1000);
    if (isGrown) {
      await insertPeople(database, scale(10_000));
      await insertProgressRows(database, 100);
    }
    const own = await createPerson({});
    const get = (query: Record<string, string | number>) =>
      own.call('GET /api/contents', { query: { limit: PAGE, ...query } });
    let cursor: string | null = null;
    for (let deep = 0; deep < PAGES_DEEP; deep++)
      cursor = (await get(cursor ? { cursor } : {})).body.nextCursor;
    const calls: Calls = {
      'the first page': () => get({}),
      'the first page of a category, shortest first': () =>
        get({ category: 'technical', sort: 'shortest' }),
      'a deep page': () => get({ cursor: cursor ?? '' }),
    };
    for (const [name, search] of Object.entries(SEARCHES)) {
      if (!isGrown) found.set(search, (await get({ search })).body.items.length);
      const limit = found.get(search) ?? PAGE;
      calls[`${name}, by relevance, ${limit} a page`] = () => get({ search, limit });
      for (const sort of ['newest', 'shortest'])
        calls[`${name}, ${sort} first`] = () => get({ search, limit, sort });
    }
    return calls;
  },
  async dashboard({ database, createPerson }, isGrown) {
    await importLibraryAndUpdateSearchIndex(database.db, CONTENT);
    const own = await createPerson({});
    await insertListensAndProgress(database, {
      where: `provider = 'builtin'`,
      each: isGrown ? 10_000 : 10,
    });
    if (isGrown) {
      await insertPeople(database, scale(5000));
      await insertListensAndProgress(database, { where: `provider = 'bench'`, each: 1000 });
    }
    return {
      'the dashboard': () =>
        own.call('GET /api/dashboard', { query: { timeZone: 'Europe/Paris' } }),
    };
  },
  async studio({ database, createPerson }, isGrown) {
    await importLibraryAndUpdateSearchIndex(database.db, CONTENT);
    const admin = await createPerson({ state: 'admin' });
    await insertPeople(database, 1000);
    await insertListensAndProgress(database, {
      where: `provider = 'bench'`,
      each: isGrown ? scale(1000) : 1,
    });
    const times: string[] = [];
    for (let round = 0; round < 2; round++) {
      const began = performance.now();
      await refreshTotals(database.db, { now: new Date(), livemode: false });
      times.push(`${(performance.now() - began).toFixed(0)} ms`);
    }
    printLine(`the totals: added up in ${times[0]}, then every ten minutes in ${times[1]}`);
    const { from, to } = computeDateRange(52, new Date());
    return {
      'the overview of a year': () =>
        admin.call('GET /api/admin/overview', { query: { from, to } }),
    };
  },
};

async function countScans({ database }: Site): Promise<number> {
  await delay(1500);
  const { rows } = await database.query<{ scans: string }>(
    `select sum(seq_scan) as scans from pg_stat_user_tables where relname ~ '${SEARCHED_TABLES}'`,
  );
  return Number(rows[0]?.scans);
}

async function compare(folder: string, name: string, open: Part): Promise<boolean> {
  const sites: Site[] = [];
  try {
    for (const size of ['small', 'grown'])
      sites.push(await openSiteInProcess({ dataDir: path.join(folder, name, size) }));
    const [small, grown] = sites as [Site, Site];
    printLine(`filling for ${name}; at full size this takes some minutes`);
    const before = await open(small, false);
    const after = await open(grown, true);
    await grown.database.query('vacuum analyze');
    const scans = await countScans(grown);
    let isKept = true;
    for (const [what, call] of Object.entries(before))
      isKept = (await compareCallOnGrownSite(what, [call, after[what] ?? call], limits)) && isKept;
    const more = (await countScans(grown)) - scans;
    if (name === 'library') printLine(`tables read from end to end: ${more} times (promised 0)`);
    return isKept && (name !== 'library' || more === 0);
  } finally {
    for (const site of sites) await site.close();
  }
}

await runBench(async (folder) => {
  let isKept = true;
  for (const [name, open] of Object.entries(PARTS))
    if ([name, undefined].includes(readOption('only')))
      isKept = (await compare(folder, name, open)) && isKept;
  return isKept;
});
