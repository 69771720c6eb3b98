import path from 'node:path';
import { importContent } from '#server/content.ts';
import { refreshTotals } from '#server/features/totals/writes.ts';
import { createTestPerson } from '#server/testing/people.ts';
import { computeRange } from '#web/features/studio-overview/model.ts';
import { measureMedians, openSite, type Site, printComparison } from './site.ts';

// The operator's overview of a year with 1,000 listens, against that with 1,000,000: it is read from totals, so that what
// people do must not make it slower. Adding them up is measured beside it.

const MAX_RATIO = 1.5;
const FEW = 1000;
const MANY = 1_000_000;
const PEOPLE = 1000;
const ROUNDS = 200;

/** Inserts people who joined within the last year, and their listens since. */
async function makeListens({ database: { query } }: Site, count: number): Promise<void> {
  await query(
    `
    insert into users (id, provider, subject, email, name, sign_up_method, preferred_language, created_at, onboarding_complete)
    select gen_random_uuid(), 'bench', n::text, n || '@example.net', 'Bench', 'email', 'en',
      now() - n % 360 * interval '1 day', true
    from generate_series(1, $1::integer) n`,
    [PEOPLE],
  );
  await query(
    `
    insert into listens (user_id, id, content_id, started_at, ended_at, position_ms, listened_ms, completed, time_zone, received_at)
    select u.id, gen_random_uuid(), c.id, at - interval '5 minutes', at, 300000, 300000, n % 3 > 0, 'Europe/Paris', at
    from (select id from contents order by id limit 1) c
    cross join (select id, row_number() over () as r from users where provider = 'bench') u
    cross join generate_series(1, $1::integer) n
    cross join lateral (select now() - (n * $2::integer - u.r) * (interval '360 days' / $3::integer) as at) past
    order by at`,
    [count / PEOPLE, PEOPLE, count],
  );
  await query(`
    insert into practice_days (user_id, day, time_zone, first_at, last_at)
    select user_id, (ended_at at time zone time_zone)::date as day, time_zone, min(ended_at), max(ended_at)
    from listens group by user_id, day, time_zone on conflict do nothing`);
  await query('vacuum analyze');
}

/** Adds up all of it, and then once more as every ten minutes; resolves to both times in milliseconds. */
async function measureRefresh({ database: { db } }: Site): Promise<[number, number]> {
  const times: number[] = [];
  for (let round = 0; round < 2; round++) {
    const began = performance.now();
    await refreshTotals(db, { now: new Date(), livemode: false });
    times.push(performance.now() - began);
  }
  return [times[0] ?? 0, times[1] ?? 0];
}

const sites: Site[] = [];
async function openFilledSite(listens: number) {
  const site = await openSite();
  sites.push(site);
  await importContent(site.database.db, path.join(import.meta.dirname, '../content'));
  const admin = await createTestPerson(site.app, site.database.db, { state: 'admin' });
  await makeListens(site, listens);
  const [first, later] = await measureRefresh(site);
  process.stdout.write(
    `  ${listens} listens: added up in ${first.toFixed(0)} ms, then every ten minutes in ${later.toFixed(0)} ms\n`,
  );
  await site.database.query('vacuum analyze totals');
  const { from, to } = computeRange(52, new Date());
  return () => admin.call('GET /api/admin/overview', { query: { from, to } });
}

let passed = false;
try {
  const calls = [await openFilledSite(FEW), await openFilledSite(MANY)];
  const [small = 0, large = 0] = await measureMedians(calls, ROUNDS);
  const name = `the operator's overview of a year with ${FEW} and with ${MANY} listens`;
  passed = printComparison(name, small, large, MAX_RATIO);
} finally {
  for (const site of sites) await site.close();
}
process.exitCode = passed ? 0 : 1;
