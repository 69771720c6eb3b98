import { setTimeout as delay } from 'node:timers/promises';
import { makeProgress, makeSessions } from './many-sessions.ts';
import { medians, openSite, type Site, tell } from './site.ts';

// The library with 100,000 sessions and 1,000,000 rows of progress, against the same library with
// 1,000 sessions: what a person waits for must not grow with what there is.

const PROMISED = 1.5;
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

async function filled(sessions: number, people: number): Promise<Site> {
  const site = await openSite();
  await makeSessions(site.database, sessions);
  if (people > 0) await makeProgress(site.database, people, SESSIONS_EACH);
  return site;
}

const PAGE = 20;
type Limits = Record<string, number>;

/**
 * How long the page of each search is: as many sessions as the small library finds, so that what is compared
 * is finding them, not writing more of them out.
 */
async function limitsOf(site: Site): Promise<Limits> {
  const own = await site.person('counter@example.org');
  const limits: Limits = {};
  for (const search of Object.values(SEARCHES)) {
    const { body } = await own.call('GET /api/contents', { query: { limit: PAGE, search } });
    limits[search] = body.items.length;
  }
  return limits;
}

async function callsOf(site: Site, limits: Limits) {
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
        const shortest = page({ search, limit, sort: 'shortest' });
        return [
          [`${name}, ${limit} a page`, found],
          [`${name}, shortest first`, shortest],
        ];
      }),
    ),
  };
}

/** How often each index of the library's tables was used, and how often one of those was read from end to end. */
async function usage({ database: { sql } }: Site) {
  const indexes = await sql<{ name: string; scans: number }[]>`
    select indexrelname as name, idx_scan::integer as scans from pg_stat_user_indexes
    where relname in ('contents', 'content_texts', 'content_search_en', 'content_search_fr', 'search_words', 'progress')`;
  const tables = await sql<{ name: string; scans: number }[]>`
    select relname as name, seq_scan::integer as scans from pg_stat_user_tables
    where relname in ('contents', 'content_texts', 'content_search_en', 'content_search_fr', 'search_words', 'progress')`;
  return new Map([
    ...indexes.map(({ name, scans }) => [name, scans] as const),
    ...tables.map(({ name, scans }) => [`${name}, from end to end`, scans] as const),
  ]);
}

/** Prints what the plans of the measured queries used; whether none read a whole table. */
async function tellUsage(site: Site, before: Map<string, number>): Promise<boolean> {
  // A connection tells its figures a second after its last statement at most.
  await delay(2000);
  const used = [...(await usage(site))].flatMap(([name, scans]) => {
    const times = scans - (before.get(name) ?? 0);
    return times > 0 ? [`${name}: ${times}`] : [];
  });
  process.stdout.write(`  used in those: ${used.join(', ')}\n`);
  return !used.some((line) => line.includes('from end to end'));
}

const sites: Site[] = [];
let kept = true;
try {
  process.stdout.write('  filling the library; this takes some minutes\n');
  sites.push(await filled(SMALL, 0), await filled(LARGE, PEOPLE));
  const [small, large] = sites as [Site, Site];
  const [progress] = await large.database.sql`select count(*)::integer as rows from progress`;
  process.stdout.write(`  ${LARGE} sessions, ${progress?.['rows']} rows of progress\n`);
  const limits = await limitsOf(small);
  const before = await callsOf(small, limits);
  const after: Record<string, () => Promise<{ status: number }>> = await callsOf(large, limits);
  const unused = await usage(large);
  for (const [name, call] of Object.entries(before)) {
    const [first = 0, second = 0] = await medians([call, after[name] ?? call], ROUNDS);
    kept = tell(name, first, second, PROMISED) && kept;
  }
  kept = (await tellUsage(large, unused)) && kept;
} finally {
  for (const site of sites) await site.close();
}
process.exitCode = kept ? 0 : 1;
