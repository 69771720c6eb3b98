import { setTimeout as delay } from 'node:timers/promises';
import { makeProgress, makeSessions } from './many-sessions.ts';
import { measureMedians, openSite, type Site, printComparison } from './site.ts';

// The library with 100,000 sessions and 1,000,000 rows of progress, against the same library with
// 1,000 sessions: what a person waits for must not grow with what there is.

const MAX_RATIO = 1.5;
const SMALL = 1000;
const LARGE = 100_000;
const PEOPLE = 10_000;
const SESSIONS_EACH = 100;
const ROUNDS = 200;
const PAGES_DEEP = 30;

const SEARCHES = {
  'a search for a common word': 'turbulence',
  'a search while a word is typed': 'turbu',
  'a search for a rare word': 'acceleration',
  'a search for a word in every fifth session': 'engine',
  'a search for two words': 'wing sounds',
  'a search for a rare word and the beginning of another': 'acceleration s',
  'a search for two words and the beginning of another': 'wing engine s',
  'a search for a word typed wrongly': 'trubulence',
} as const;

async function openFilledSite(sessions: number, people: number): Promise<Site> {
  const site = await openSite();
  await makeSessions(site.database, sessions);
  if (people > 0) await makeProgress(site.database, people, SESSIONS_EACH);
  return site;
}

const PAGE = 20;
type Limits = Record<string, number>;

/** Page size of each search: what the small library finds, so that only the search is compared. */
async function findLimits(site: Site): Promise<Limits> {
  const own = await site.person('counter@example.org');
  const limits: Limits = {};
  for (const search of Object.values(SEARCHES)) {
    const { body } = await own.call('GET /api/contents', { query: { limit: PAGE, search } });
    limits[search] = body.items.length;
  }
  return limits;
}

async function buildCalls(site: Site, limits: Limits) {
  const own = await site.person('listener@example.org');
  const page = (query: Record<string, string | number>) => () =>
    own.call('GET /api/contents', { query: { limit: PAGE, ...query } });
  let cursor: string | null = null;
  for (let deep = 0; deep < PAGES_DEEP; deep++) {
    const { body } = await page(cursor ? { cursor } : {})();
    cursor = body.nextCursor;
  }
  return {
    'the first page': page({}),
    'the first page of a category, shortest first': page({
      category: 'technical',
      sort: 'shortest',
    }),
    'a deep page': page({ cursor: cursor ?? '' }),
    ...Object.fromEntries(
      Object.entries(SEARCHES).flatMap(([name, search]) => {
        const limit = limits[search] ?? PAGE;
        const found = page({ search, limit });
        const newest = page({ search, limit, sort: 'newest' });
        const shortest = page({ search, limit, sort: 'shortest' });
        return [
          [`${name}, by relevance, ${limit} a page`, found],
          [`${name}, newest first`, newest],
          [`${name}, shortest first`, shortest],
        ];
      }),
    ),
  };
}

/** Scan counts of the library's indexes, and sequential scans of its tables. */
async function readIndexUsage({ database: { query } }: Site) {
  const { rows: indexes } = await query<{ name: string; scans: number }>(`
    select indexrelname as name, idx_scan::integer as scans from pg_stat_user_indexes
    where relname in ('contents', 'content_texts', 'content_search_en', 'content_search_fr', 'content_heads_en', 'content_heads_fr', 'search_words', 'progress')`);
  const { rows: tables } = await query<{ name: string; scans: number }>(`
    select relname as name, seq_scan::integer as scans from pg_stat_user_tables
    where relname in ('contents', 'content_texts', 'content_search_en', 'content_search_fr', 'content_heads_en', 'content_heads_fr', 'search_words', 'progress')`);
  return new Map([
    ...indexes.map(({ name, scans }) => [name, scans] as const),
    ...tables.map(({ name, scans }) => [`${name}, from end to end`, scans] as const),
  ]);
}

/** Prints the indexes and tables used by the measured queries; returns whether none was a sequential scan. */
async function printUsage(site: Site, before: Map<string, number>): Promise<boolean> {
  // A connection tells its figures a second after its last statement at most.
  await delay(2000);
  const used = [...(await readIndexUsage(site))].flatMap(([name, scans]) => {
    const times = scans - (before.get(name) ?? 0);
    return times > 0 ? [`${name}: ${times}`] : [];
  });
  process.stdout.write(`  used in those: ${used.join(', ')}\n`);
  return !used.some((line) => line.includes('from end to end'));
}

const sites: Site[] = [];
let passed = true;
try {
  process.stdout.write('  filling the library; this takes some minutes\n');
  sites.push(await openFilledSite(SMALL, 0), await openFilledSite(LARGE, PEOPLE));
  const [small, large] = sites as [Site, Site];
  const {
    rows: [progress],
  } = await large.database.query<{ rows: number }>(
    'select count(*)::integer as rows from progress',
  );
  process.stdout.write(`  ${LARGE} sessions, ${progress?.rows} rows of progress\n`);
  const limits = await findLimits(small);
  const before = await buildCalls(small, limits);
  const after: Record<string, () => Promise<{ status: number }>> = await buildCalls(large, limits);
  const unused = await readIndexUsage(large);
  for (const [name, call] of Object.entries(before)) {
    const [first = 0, second = 0] = await measureMedians([call, after[name] ?? call], ROUNDS);
    passed = printComparison(name, first, second, MAX_RATIO) && passed;
  }
  passed = (await printUsage(large, unused)) && passed;
} finally {
  for (const site of sites) await site.close();
}
process.exitCode = passed ? 0 : 1;
