import path from 'node:path';
import { importContent } from '#server/content.ts';
import { makePeople } from './many-sessions.ts';
import { measureMedians, openSite, type Site, printComparison } from './site.ts';

// The dashboard of somebody with 10,000 listens among 5,000,000 of other people, against the dashboard
// of somebody with 10: what a person did must not make them wait for what they do next.

const MAX_RATIO = 1.5;
const FEW = 10;
const MANY = 10_000;
const OTHERS = 5000;
const EACH = 1000;
const ROUNDS = 200;
const TIME_ZONE = 'Europe/Paris';

/** Inserts listens (one an hour, back from now) and the progress and practice days derived from them. */
async function makeListens({ database: { query } }: Site, whose: string, each: number) {
  await query(
    `
    insert into listens (user_id, id, content_id, started_at, ended_at, position_ms, listened_ms, completed, time_zone, received_at)
    select u.id, gen_random_uuid(), c.ids[1 + n % cardinality(c.ids)], at - interval '5 minutes', at, 300000, 300000, true, $1, at
    from users u
    cross join (select array_agg(id) as ids from contents) c
    cross join generate_series(1, $2::integer) n
    cross join lateral (select now() - n * interval '1 hour' as at) past
    where u.provider = $3`,
    [TIME_ZONE, each, whose],
  );
  await query(`
    insert into progress (user_id, content_id, position_ms, listened_ms, last_listened_at, completed_at, last_completed_at, listens)
    select user_id, content_id, 300000, sum(listened_ms), max(ended_at), min(ended_at), max(ended_at), count(*)
    from listens group by user_id, content_id on conflict do nothing`);
  await query(`
    insert into practice_days (user_id, day, time_zone, first_at, last_at)
    select user_id, (ended_at at time zone time_zone)::date as day, time_zone, min(ended_at), max(ended_at)
    from listens group by user_id, day, time_zone on conflict do nothing`);
}

async function openFilledSite(own: number, others: number, each: number) {
  const site = await openSite();
  await importContent(site.database.db, path.join(import.meta.dirname, '../content'));
  const listener = await site.person('listener@example.org');
  await makeListens(site, 'builtin', own);
  await makePeople(site.database, others);
  await makeListens(site, 'bench', each);
  await site.database.query('vacuum analyze');
  return {
    site,
    call: () => listener.call('GET /api/dashboard', { query: { timeZone: TIME_ZONE } }),
  };
}

const sites: Site[] = [];
let passed = false;
try {
  process.stdout.write('  filling the table of listens; this takes some minutes\n');
  const few = await openFilledSite(FEW, 0, 0);
  sites.push(few.site);
  const many = await openFilledSite(MANY, OTHERS, EACH);
  sites.push(many.site);
  const {
    rows: [count],
  } = await many.site.database.query<{ rows: number }>(
    'select count(*)::integer as rows from listens',
  );
  process.stdout.write(`  ${count?.rows} listens\n`);
  const [small = 0, large = 0] = await measureMedians([few.call, many.call], ROUNDS);
  passed = printComparison(
    `the dashboard with ${FEW} listens and with ${MANY}`,
    small,
    large,
    MAX_RATIO,
  );
} finally {
  for (const site of sites) await site.close();
}
process.exitCode = passed ? 0 : 1;
