import path from 'node:path';
import { openDatabase } from '#server/db/connect.ts';
import { listPeople } from '#server/features/people/list/reads.ts';
import { listStudioSessions } from '#server/features/studio/reads.ts';
import { findSessionIdsPossiblyWithWords } from '#server/features/studio/words/reads.ts';
import { insertPeople, insertSessions } from './fill-database.ts';
import { getMedian, readNumberOption, runBench, printLine } from './launch.ts';

// npm run bench -- studio.bench.ts [--sessions 5000] [--people 100000]
// The studio's lists with more than an operator will have: each statement takes at most 50 ms in the database.

const SESSIONS = readNumberOption('sessions', 5000, 20);
const PEOPLE = readNumberOption('people', 100_000, 50);
const ROUNDS = readNumberOption('rounds', 15, 1);
const LIMIT_MS = 50;
const PAGE = 30;

await runBench(async (folder) => {
  const database = await openDatabase({
    dataDir: path.join(folder, 'data'),
    statementTimeoutMs: 0,
  });
  const { db, query, close } = database;
  await insertSessions(database, SESSIONS);
  // Scripts as long as those of the starter library; every second session was edited in the studio.
  await query(`
    update content_texts set script = 'title: ' || title || E'\\nsummary: ' || summary || E'\\n---\\n'
      || repeat((cues -> 0 ->> 'text') || E'\\n', 10)`);
  await query(`
    insert into content_drafts (content_id, slug, version, source, title_en, title_fr, published_version, updated_at)
    select c.id, c.slug, 1, jsonb_build_object('facts', jsonb_build_object('kind', c.kind, 'category', c.category),
      'scripts', jsonb_build_object('en', en.script, 'fr', fr.script)), en.title, fr.title, 1, c.published_at
    from (select *, row_number() over (order by slug) as n from contents) c
    join content_texts en on en.content_id = c.id and en.language = 'en'
    join content_texts fr on fr.content_id = c.id and fr.language = 'fr'
    where c.n % 2 = 0`);
  await insertPeople({ query }, PEOPLE);
  await query(`
    update users set last_active_at = now() - (subject::integer * 7919 % 400) * interval '1 day',
      name = 'Person ' || subject, onboarding_complete = subject::integer % 10 > 0`);
  await query(`
    insert into passes (id, user_id, source, tier, starts_at, ends_at)
    select gen_random_uuid(), id, 'grant', 'premium', now() - interval '1 day', now() + interval '30 days'
    from users where subject::integer % 50 = 1`);
  await query('vacuum analyze');

  const moment = { now: new Date(), livemode: true };
  const list = { search: '', sort: 'updated' as const, limit: PAGE, offset: 0 };
  const words = { isCaseSensitive: false, isWholeWord: false, limit: PAGE, offset: 0 };
  const people = { limit: PAGE };
  const calls: Record<string, () => Promise<unknown>> = {
    'the list of sessions': () => listStudioSessions(db, 'en', list),
    'its hundredth page': () => listStudioSessions(db, 'en', { ...list, offset: SESSIONS - PAGE }),
    'sessions by title': () => listStudioSessions(db, 'en', { ...list, search: 'wing' }),
    'sessions in order of their titles': () =>
      listStudioSessions(db, 'fr', { ...list, sort: 'title' }),
    'sessions without a recording': () =>
      listStudioSessions(db, 'en', { ...list, needs: 'recording' }),
    'sessions of a kind': () => listStudioSessions(db, 'en', { ...list, kind: 'flow' }),
    'a common word in all scripts': () =>
      findSessionIdsPossiblyWithWords(db, { ...words, find: 'turbulence' }),
    'words that no script has': () =>
      findSessionIdsPossiblyWithWords(db, { ...words, find: 'quokka burrow' }),
    'the list of people': () => listPeople(db, people, moment),
    'people by part of a name': () => listPeople(db, { ...people, part: 'person 9999' }, moment),
    'people with a pass': () => listPeople(db, { ...people, state: 'pass' }, moment),
    'people without one': () => listPeople(db, { ...people, state: 'no_pass' }, moment),
    admins: () => listPeople(db, { ...people, state: 'admin' }, moment),
    'people who were not here for long': () =>
      listPeople(db, { ...people, state: 'pass', lastHere: 'longer' }, moment),
  };
  let isHeld = true;
  for (const [name, call] of Object.entries(calls)) {
    await call();
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      await call();
      times.push(performance.now() - began);
    }
    const ms = getMedian(times);
    printLine(`${name}: ${ms.toFixed(1)} ms (at most ${LIMIT_MS})`);
    isHeld &&= ms <= LIMIT_MS;
  }
  await close();
  return isHeld;
});
