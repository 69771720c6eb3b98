import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { refreshTotals } from '../writes.ts';

const NOW = '2026-03-11T12:00:00.000Z';
const SCRIPT = `title: A title
summary: A summary.
source: Somebody, a book, 2020
---
Stay with it for a whole minute.
[pause 60]
That was one. Once more, for a whole minute.
[pause 60]
That was it.
`;
let test: TestApp;
let editor: TestPerson;
let ids: Record<string, string>;
let durationMs: number;
beforeAll(async () => {
  test = await createTestApp({ clock: NOW });
  const sessions = ['one', 'two', 'three'].map((slug) => ({
    slug,
    kind: 'load' as const,
    script: SCRIPT,
  }));
  await importLibraryAndUpdateSearchIndex(test.db, await createContentFolder(sessions));
  editor = await test.createPerson({ state: 'admin', role: 'editor' });
  const { rows } = await test.db.execute<{ slug: string; id: string; ms: number }>(sql`
    select slug, id, duration_ms as ms from contents join content_texts on content_id = id where language = 'en'`);
  ids = Object.fromEntries(rows.map(({ slug, id }) => [slug, id]));
  durationMs = rows[0]?.ms ?? 0;
  await addCrowd('en', 12);
  await addCrowd('fr', 12);
});
beforeEach(async () => {
  test.clock.set(NOW);
  for (const table of ['listens', 'ratings', 'support_questions', 'session_totals', 'total_marks'])
    await test.db.execute(sql.raw(`delete from ${table}`));
});
afterAll(() => test.close());

async function addCrowd(language: 'en' | 'fr', size: number): Promise<void> {
  await test.db.execute(sql`
    insert into users (id, provider, subject, email, name, sign_up_method, preferred_language, created_at, onboarding_complete)
    select gen_random_uuid(), 'crowd', ${language} || n, ${language} || n || '@example.net', ${language}, 'email', ${language},
      '2026-01-05T10:00:00Z', true from generate_series(1, ${size}::integer) n`);
}
interface Play {
  person: number;
  day: number;
  /** From 0 to 1, of the session. */
  reached: number;
  completed: boolean;
}
/** Has people of a language hear a session; `day` counts from 1 March. */
async function play(plays: readonly Play[], slug = 'one', language = 'en'): Promise<void> {
  for (const { person, day, reached, completed } of plays) {
    const at = `2026-03-0${day}T10:00:00Z`;
    await test.db.execute(sql`
      insert into listens (user_id, id, content_id, started_at, ended_at, position_ms, listened_ms, completed, time_zone, received_at)
      select id, gen_random_uuid(), ${ids[slug]}, ${at}, ${at}, ${Math.round(reached * durationMs)}::integer, 1,
        ${completed}, 'Europe/Paris', ${at}
      from users where provider = 'crowd' and subject = ${language + String(person)}`);
  }
}
async function rate(people: number, rating: string, from = 1, day = 3): Promise<void> {
  await test.db.execute(sql`
    insert into ratings (user_id, content_id, rating, rated_at)
    select u.id, ${ids['one']}, ${rating}, ${`2026-03-0${day}T10:00:00Z`} from generate_series(${from}::integer, ${from + people - 1}::integer) n
    join users u on provider = 'crowd' and subject = 'en' || n
    on conflict (user_id, content_id) do update set rating = excluded.rating, rated_at = excluded.rated_at`);
}
const refresh = () => refreshTotals(test.db, { now: test.clock(), livemode: false });
type Query = Record<string, string | number>;
const read = async (query: Query = {}) =>
  (await editor.call('GET /api/admin/session-totals', { query })).body;
const readOne = async (language = 'en', slug = 'one') =>
  (await read()).sessions.find((one) => one.id === ids[slug] && one.language === language);
const crowd = (people: number, given: Omit<Play, 'person'>, from = 1): Play[] =>
  Array.from({ length: people }, (_, index) => ({ person: from + index, ...given }));
const stopAt = (reached: number, day = 2) => ({ day, reached, completed: false });
const finish = { day: 2, reached: 1, completed: true };

describe('the figures of a session', () => {
  it('are nothing where nobody heard it, hidden where one to four did, and told from five on', async () => {
    await refresh();
    expect(await readOne()).toMatchObject({
      plays: 0,
      finished: 0,
      stops: Array(10).fill(0),
      stays: 0,
      questions: 0,
      ratings: { very_helpful: 0, somewhat_helpful: 0, not_helpful: 0 },
    });
    await play(crowd(4, finish));
    test.clock.advance(86_400_000);
    // Of the day before yesterday's own rows: they came late.
    await test.db.execute(sql`update listens set received_at = '2026-03-11T20:00:00Z'`);
    await refresh();
    const hidden = { plays: null, finished: null, stops: null, staysDone: null, stays: null };
    expect(await readOne()).toMatchObject(hidden);
    await play([{ person: 5, ...stopAt(0.55) }]);
    await test.db.execute(
      sql`update listens set received_at = '2026-03-12T20:00:00Z' where not completed`,
    );
    test.clock.advance(86_400_000);
    await refresh();
    expect(await readOne()).toMatchObject({
      plays: 5,
      finished: 4,
      stops: [0, 0, 0, 0, 0, 1, 0, 0, 0, 0],
      stays: 10,
      staysDone: 9,
    });
    expect(await readOne('fr')).toMatchObject({ plays: 0 });
    expect(await readOne('en', 'two')).toMatchObject({ plays: 0 });
  });

  it('change by five people or more from one reading to the next, and by nobody who leaves', async () => {
    await play(crowd(6, finish));
    await refresh();
    const before = await readOne();
    for (let day = 1; day <= 4; day += 1) {
      test.clock.advance(86_400_000);
      await play(crowd(1, { ...finish, day }, 6 + day));
      const at = new Date(test.clock().getTime() - 43_200_000 - 1000).toISOString();
      await test.db.execute(sql`update listens l set received_at = ${at} from users u
        where u.id = l.user_id and u.subject = 'en' || ${6 + day}::integer`);
      await refresh();
      expect(await readOne()).toEqual(before);
    }
    await test.db.execute(sql`delete from users where provider = 'crowd' and subject = 'en1'`);
    test.clock.advance(86_400_000);
    await play(crowd(1, finish, 11));
    await test.db.execute(sql`update listens l set received_at = '2026-03-15T20:00:00Z' from users u
      where u.id = l.user_id and u.subject = 'en11'`);
    await refresh();
    expect(await readOne()).toMatchObject({ plays: 11, finished: 11 });
    await addPerson('en1');
  });

  it('are those of a count by hand, whatever people heard', async () => {
    const one = fc.record({
      person: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 9 }),
      reached: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
      completed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 25 }), async (plays) => {
        for (const table of ['listens', 'session_totals', 'total_marks'])
          await test.db.execute(sql.raw(`delete from ${table}`));
        await play(plays);
        await refresh();
        const found = await readOne();
        const people = new Set(plays.map(({ person }) => person)).size;
        const days = [...Map.groupBy(plays, ({ person, day }) => `${person} ${day}`).values()];
        const stops = Array<number>(10).fill(0);
        for (const day of days.filter((all) => all.every(({ completed }) => !completed))) {
          const ms = Math.max(...day.map(({ reached }) => Math.round(reached * durationMs)));
          const tenth = Math.min(9, Math.floor((ms * 10) / durationMs));
          stops[tenth] = (stops[tenth] ?? 0) + 1;
        }
        const stopped = stops.reduce((sum, count) => sum + count, 0);
        const shown = { plays: days.length, finished: days.length - stopped, stops };
        expect(found).toMatchObject(
          people > 0 && people < 5 ? { plays: null, finished: null, stops: null } : shown,
        );
      }),
      { numRuns: 25 },
    );
  });

  it('tell all ratings from five on or none, so that the two of eight who were not helped are seen', async () => {
    await rate(2, 'not_helpful');
    await rate(2, 'very_helpful', 3);
    await refresh();
    expect((await readOne())?.ratings).toBeNull();
    await rate(4, 'very_helpful', 5, 9);
    test.clock.advance(86_400_000);
    await test.db.execute(
      sql`update ratings set rated_at = '2026-03-11T20:00:00Z' where rated_at > '2026-03-08'`,
    );
    await refresh();
    const told = { very_helpful: 6, somewhat_helpful: 0, not_helpful: 2 };
    expect((await readOne())?.ratings).toEqual(told);
    // A changed rating would be seen in the difference.
    await rate(1, 'very_helpful', 1, 9);
    await test.db.execute(
      sql`update ratings set rated_at = '2026-03-12T20:00:00Z' where rated_at = '2026-03-09T10:00:00Z'`,
    );
    test.clock.advance(86_400_000);
    await refresh();
    expect((await readOne())?.ratings).toEqual(told);
  });

  it('tell how many questions were asked about it once five people asked', async () => {
    const ask = (from: number, to: number) =>
      test.db.execute(sql`
        insert into support_questions (id, user_id, content_id, last_message_at)
        select gen_random_uuid(), u.id, ${ids['one']}, ${NOW} from generate_series(${from}::integer, ${to}::integer) n
        join users u on provider = 'crowd' and subject = 'en' || n`);
    await ask(1, 4);
    await refresh();
    expect((await readOne())?.questions).toBeNull();
    await ask(4, 5);
    await refresh();
    expect((await readOne())?.questions).toBe(6);
  });
});

async function addPerson(subject: string): Promise<void> {
  await test.db.execute(sql`
    insert into users (id, provider, subject, email, name, sign_up_method, preferred_language, created_at, onboarding_complete)
    values (gen_random_uuid(), 'crowd', ${subject}, ${subject} || '@example.net', 'en', 'email', 'en', ${NOW}, true)`);
}

describe('the list of figures', () => {
  it('is in the order of each figure, the unknown last, and its pages name everything once', async () => {
    await play(crowd(6, finish));
    await play(crowd(9, stopAt(0.2)), 'two');
    await play(crowd(3, finish), 'three');
    await play(crowd(7, finish), 'two', 'fr');
    await refresh();
    const name = ({ id, language }: { id: string; language: string }) =>
      `${Object.keys(ids).find((slug) => ids[slug] === id)} ${language}`;
    const list = async (query: Query) => {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof read>> = await read({
          limit: 2,
          ...query,
          ...(after && { after }),
        });
        seen.push(...page.sessions.map(name));
        after = page.next;
      } while (after);
      return seen;
    };
    const plays = await list({});
    expect(plays.slice(0, 4)).toEqual(['two en', 'two fr', 'one en', 'three en']);
    expect(plays).toHaveLength(6);
    expect(await list({ order: 'lowest' })).toEqual(plays.toReversed());
    expect((await list({ sort: 'finished', order: 'lowest' }))[0]).toBe('two en');
    expect((await list({ sort: 'finished' })).slice(0, 2).toSorted()).toEqual(['one en', 'two fr']);
    for (const sort of ['finished', 'helpful', 'stays', 'questions'])
      for (const order of ['highest', 'lowest'])
        expect(new Set(await list({ sort, order })).size).toBe(6);
    expect(await list({ language: 'fr' })).toHaveLength(3);
  });

  it('is refused a place that nobody was given', async () => {
    for (const after of ['1', "1~'; drop~en", `NaN~${ids['one']}~en`, `1~${ids['one']}~de`]) {
      const { status } = await editor.call('GET /api/admin/session-totals', { query: { after } });
      expect(status).toBe(400);
    }
  });

  it('reads nothing that grows with people, and the figures of people by indexes', async () => {
    await test.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      const explain = async (query: string) =>
        (await tx.execute<{ 'QUERY PLAN': string }>(sql.raw(`explain ${query}`))).rows
          .map((row) => row['QUERY PLAN'])
          .join('\n');
      expect(
        await explain(
          `select * from listens where content_id = '${ids['one']}' and received_at >= '2026-03-01'`,
        ),
      ).toContain('listens_content_received_idx');
      expect(await explain(`select * from ratings where content_id = '${ids['one']}'`)).toContain(
        'ratings_content_idx',
      );
    });
  });
});
