// @module-tag whole

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { PERSONAL_TABLES } from '#server/features/privacy/policy.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { buildCookieConsentBody } from '#server/testing/cookie-consent.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { type TestPerson, ORDER_CONSENT } from '#server/testing/people.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { MAX_ROWS_PER_PERSON } from './row-caps.ts';

let test: TestApp;
let contentId: string;
let programId: string;
beforeAll(async () => {
  test = await createTestApp();
  const programs = [{ slug: 'steps', lessons: ['one'] }];
  await importLibraryAndUpdateSearchIndex(
    test.db,
    await createContentFolder([{ slug: 'one' }], programs),
  );
  const own = await test.createPerson();
  contentId = (await own.call('GET /api/contents')).body.items[0]?.id ?? '';
  programId = (await own.call('GET /api/programs')).body.items[0]?.id ?? '';
});
afterAll(() => test.close());

let score = 0;
const uuid = () => crypto.randomUUID();
const at = () => new Date().toISOString();
const span = () => ({ startedAt: at(), endedAt: at(), timeZone: 'Europe/Paris' });

/** A call that adds a row, and what fills the table up to its limit by copies of that row. */
interface Way {
  add: (own: TestPerson) => Promise<{ status: number; body: { error?: { code: string } } }>;
  /** The columns that differ from copy to copy. */
  fresh?: Record<string, string>;
}
const COPY_ID = { id: 'gen_random_uuid()' };
/** Makes the copies those of removed things, whose rows stay without their content. */
const emptied = (...columns: string[]) => ({
  ...COPY_ID,
  ...Object.fromEntries(columns.map((name) => [name, 'null'])),
  removed_at: 'now()',
});
const addStep = async (own: TestPerson, id: string) => {
  const step = { id, area: 'fear_heights', material: 'own', words: 'x' };
  return own.call('PUT /api/ladder', { body: { steps: [step], writtenAt: at() } });
};
const WAYS: Record<keyof typeof MAX_ROWS_PER_PERSON, Way> = {
  listens: {
    add: (own) =>
      own.call('POST /api/listens', {
        body: { id: uuid(), contentId, ...span(), positionMs: 0, listenedMs: 0, completed: false },
      }),
    fresh: COPY_ID,
  },
  self_ratings: {
    add: async (own) => {
      await test.db.execute(sql`delete from listens where user_id = ${own.id}`);
      const selfRatings = [{ cue: 0, name: 'fear', value: 5, ratedAt: at() }];
      const listen = { id: uuid(), contentId, ...span(), selfRatings };
      return own.call('POST /api/listens', {
        body: { ...listen, positionMs: 0, listenedMs: 0, completed: false },
      });
    },
    fresh: { listen_id: 'gen_random_uuid()' },
  },
  ladder_steps: {
    add: (own) => addStep(own, uuid()),
    fresh: emptied('added', 'position', 'added_at', 'changed', 'changed_at'),
  },
  ladder_attempts: {
    add: async (own) => {
      const stepId = uuid();
      await addStep(own, stepId);
      const attempt = { setting: 'home_alone', expected: 'x', sure: 1, before: 1, outcome: null };
      return own.call('POST /api/ladder/attempts', {
        body: { id: uuid(), stepId, startedAt: at(), ...attempt, writtenAt: at() },
      });
    },
    fresh: COPY_ID,
  },
  flight_records: {
    add: (own) =>
      own.call('POST /api/ledger', {
        body: {
          id: uuid(),
          flightId: null,
          flownOn: '2026-06-01',
          forecast: 9,
          expected: null,
          happened: null,
          felt: null,
          keep: null,
          writtenAt: at(),
        },
      }),
    fresh: emptied('flown_on', 'updated_at', 'forecast', 'forecast_at'),
  },
  practices: {
    add: (own) =>
      own.call('POST /api/practices', {
        body: { id: uuid(), pattern: 'box', practisedMs: 0, ...span() },
      }),
    fresh: COPY_ID,
  },
  sound_practices: {
    add: (own) =>
      own.call('POST /api/sound-practices', {
        body: { id: uuid(), sound: 'gear_down', at: at(), sure: 50, knew: true },
      }),
    fresh: COPY_ID,
  },
  program_events: {
    add: (own) =>
      own.call('POST /api/programs/:id/events', {
        params: { id: programId },
        body: { id: uuid(), type: 'started', at: at() },
      }),
    fresh: COPY_ID,
  },
  check_ins: {
    add: (own) =>
      own.call('POST /api/check-ins', {
        body: {
          id: uuid(),
          takenAt: at(),
          answers: { fear: 1, worry: 1, avoidance: 1, confidence: 1 },
        },
      }),
    fresh: COPY_ID,
  },
  assessments: {
    add: (own) =>
      own.call('POST /api/assessment/complete', {
        // Equal answers within a minute are a repeated request.
        body: { answers: Object.fromEntries(FEAR_AREAS.map(({ key }) => [key, score++ % 11])) },
      }),
    fresh: COPY_ID,
  },
  feedback: {
    add: (own) => own.call('POST /api/feedback', { body: { text: 'x', page: '/', replyTo: null } }),
    fresh: COPY_ID,
  },
  cookie_decisions: {
    add: (own) => own.call('POST /api/cookie-consent', { body: buildCookieConsentBody() }),
    fresh: COPY_ID,
  },
  checkouts: {
    add: async (own) => {
      await test.db.execute(sql`delete from passes where user_id = ${own.id}`);
      await test.db.execute(sql`update checkouts set status = 'expired' where user_id = ${own.id}`);
      const body = { plan: 'monthly', currency: 'EUR', consent: ORDER_CONSENT };
      return own.call('POST /api/checkouts', { body });
    },
    fresh: { ...COPY_ID, session_id: 'null' },
  },
  idempotency_keys: {
    add: (own) =>
      own.call('PATCH /api/users/me', {
        body: { streakShown: true },
        headers: { 'idempotency-key': uuid() },
      }),
    fresh: { key: 'gen_random_uuid()' },
  },
};

/** Rows of one statement: a slow machine has 15 s for it. */
const BATCH = 10_000;

/** Fills a table with copies of the person's newest row, up to its limit. */
async function fill(table: keyof typeof MAX_ROWS_PER_PERSON, own: TestPerson): Promise<void> {
  const { rows: columns } = await test.db.execute<{ name: string }>(
    sql`select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`,
  );
  const { fresh = {} } = WAYS[table];
  const names = columns.map(({ name }) => name);
  const {
    rows: [held],
  } = await test.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)} where user_id = ${own.id}`,
  );
  const given = names.map((name) => fresh[name] ?? name).join(', ');
  for (let left = MAX_ROWS_PER_PERSON[table] - (held?.count ?? 0); left > 0; left -= BATCH)
    await test.db.execute(
      sql.raw(`
        insert into ${table} (${names.join(', ')}) select ${given}
        from (select * from ${table} where user_id = '${own.id}' limit 1) one,
             generate_series(1, ${Math.min(left, BATCH)})`),
    );
}

it.each(Object.keys(WAYS) as (keyof typeof MAX_ROWS_PER_PERSON)[])(
  'nobody has more %s than they may, and whoever has all of them is told',
  async (table) => {
    const own = await test.createPerson();
    const { add } = WAYS[table];
    expect((await add(own)).status).toBeLessThan(300);
    await fill(table, own);
    expect((await add(own)).body.error?.code).toBe('too_many');
    expect((await add(await test.createPerson())).status).toBeLessThan(300);
  },
);

it('every table of a person has a limit, here or where it is written', () => {
  const elsewhere = [
    ...['users', 'health_consents', 'assessment_drafts', 'ladder_orders', 'billing_customers'],
    // Counted where they are written.
    ...['flights', 'security_events', 'autosaves', 'api_tokens'],
    // As many as there are sessions, banners or days of practice.
    ...['progress', 'ratings', 'banner_dismissals', 'practice_days'],
    // Made by payments or by admins.
    ...['passes', 'gifts', 'disputes', 'audit_log'],
    // So many in an hour, for two weeks.
    'tracking_events',
    // Ten messages a day, for twelve months.
    ...['support_questions', 'support_messages'],
    // One a person, and five browsers.
    ...['reminders', 'push_subscriptions'],
    // One for each account or address; sessions and links are limited and end.
    ...['waitlist', 'auth_users', 'auth_accounts', 'auth_two_factors'],
    'firebase_second_factors',
    // Ten an account.
    'auth_passkeys',
    ...['auth_sessions', 'auth_verifications'],
  ];
  const known = [...Object.keys(MAX_ROWS_PER_PERSON), ...elsewhere];
  expect(PERSONAL_TABLES.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual(
    [],
  );
});
