import { randomUUID } from 'node:crypto';
import type { Pool } from '#server/db/pool.ts';
import { solveBotCheck } from '#server/testing/bot-check.ts';
import { createConsentBody } from '#server/testing/cookie-consent.ts';
import type { BotCheckChallenge } from '#shared/contract/bot-check.ts';
import { createClient, createListener } from './listener.ts';

/** What a person was told is kept. */
export interface Acknowledged {
  /** By table: ids, or texts, of rows that must be there. */
  rows: Map<string, Set<string>>;
  /** By table: ids of rows that must be gone. */
  removed: Map<string, Set<string>>;
  /** By field: the latest number that was written; a later one that was not acknowledged may be there instead. */
  latest: Map<string, number>;
  /** The texts of messages, each of which is sent on as one e-mail. */
  messages: Set<string>;
  count: number;
}

export interface Writer {
  userId: string;
  acknowledged: Acknowledged;
  /** Makes the next write, of every kind in turn; throws when it is not acknowledged. */
  write: () => Promise<void>;
}

/** How to find out where the latest number of a field stands, as SQL on a person. */
const LATEST: Record<string, string> = {
  name: `select substring(name from '\\d+')::int as n from users where id = $1`,
  rating: `select (extract(epoch from max(rated_at)) * 1000)::bigint as n from ratings where user_id = $1`,
  answers: `select (extract(epoch from updated_at) * 1000)::bigint as n from assessment_drafts where user_id = $1`,
  step: `select substring(changed ->> 'words' from '\\d+')::int as n from ladder_steps where user_id = $1 and changed is not null`,
  decisions: `select count(*)::int as n from cookie_decisions where user_id = $1`,
};
const ROWS = [
  'listens',
  'practices',
  'check_ins',
  'program_events',
  'flight_records',
  'ladder_attempts',
  'flights',
];
/** As many messages as one account may send in an hour, spread over the run. */
const MAX_MESSAGES = 20;
const TURNS_PER_MESSAGE = 61;
const RATINGS = ['very_helpful', 'somewhat_helpful', 'not_helpful'];

/** Somebody with a pass who writes everything there is to write, one thing after the other. */
export async function createWriter(where: { base: string }): Promise<Writer> {
  const { call } = createClient(where);
  await createListener(call);
  const { id: userId } = (await call('GET', '/api/users/me')) as { id: string };
  const { items } = (await call('GET', '/api/contents')) as { items: { id: string }[] };
  const programs = (await call('GET', '/api/programs')) as { items: { id: string }[] };
  const contentId = items[0]?.id ?? '';
  const programId = programs.items[0]?.id ?? '';
  const stepId = randomUUID();
  const step = { id: stepId, area: 'fear_heights', material: 'own', words: 'step 0' };
  await call('PUT', '/api/ladder', { steps: [step], added: [stepId] });

  const acknowledged: Acknowledged = {
    ...{ rows: new Map(), removed: new Map(), latest: new Map() },
    ...{ messages: new Set(), count: 0 },
  };
  const keep = (map: Map<string, Set<string>>, table: string, id: string) =>
    map.set(table, (map.get(table) ?? new Set()).add(id));
  let number = 0;
  // From the consent on, before which nothing about health is taken; a millisecond later for each write.
  let clock = Date.now();
  let flight: string | null = null;

  /** A write under an id of its own. */
  const insert =
    (table: string, method: string, route: string, build: (id: string, at: string) => object) =>
    async () => {
      const id = randomUUID();
      await call(method, route, { id, ...build(id, new Date((clock += 1)).toISOString()) });
      keep(acknowledged.rows, table, id);
    };
  /** A write that replaces the one before. */
  const replace =
    (field: string, send: (number: number, at: Date) => Promise<unknown>, isDated = false) =>
    async () => {
      const at = new Date((clock += 1));
      const value = isDated ? at.getTime() : (number += 1);
      await send(value, at);
      acknowledged.latest.set(field, Math.max(acknowledged.latest.get(field) ?? 0, value));
    };

  const kinds: (() => Promise<void>)[] = [
    insert('listens', 'POST', '/api/listens', (_id, at) => ({
      ...{ contentId, startedAt: at, endedAt: at, positionMs: 1, listenedMs: 1 },
      ...{ completed: false, timeZone: 'UTC' },
    })),
    replace(
      'rating',
      (value, at) =>
        call('PUT', `/api/contents/${contentId}/rating`, {
          rating: RATINGS[value % 3],
          ratedAt: at.toISOString(),
        }),
      true,
    ),
    insert('practices', 'POST', '/api/practices', (_id, at) => ({
      ...{ pattern: 'box', startedAt: at, endedAt: at, practisedMs: 1, timeZone: 'UTC' },
    })),
    insert('check_ins', 'POST', '/api/check-ins', (_id, takenAt) => ({
      takenAt,
      answers: { fear: 1, worry: 2, avoidance: 3, confidence: 4 },
    })),
    replace('name', (value) => call('PATCH', '/api/users/me', { name: `Ada ${value}` })),
    insert('program_events', 'POST', `/api/programs/${programId}/events`, (_id, at) => ({
      at,
      type: 'started',
    })),
    insert('flight_records', 'POST', '/api/ledger', (id, writtenAt) => ({
      ...{ flightId: null, flownOn: '2026-11-01', expected: `of ${id}`, forecast: 5 },
      ...{ happened: null, felt: null, keep: null, writtenAt },
    })),
    replace('step', (value, at) =>
      call('PUT', '/api/ladder', {
        steps: [{ ...step, words: `step ${value}` }],
        writtenAt: at.toISOString(),
      }),
    ),
    insert('ladder_attempts', 'POST', '/api/ladder/attempts', (_id, at) => ({
      ...{ stepId, startedAt: at, setting: 'out_alone', expected: 'a fall', sure: 50, before: 5 },
      ...{ outcome: null, writtenAt: at },
    })),
    // Dated on arrival: those of before the assessment that was completed would count as part of it.
    async () => {
      const sentAt = Date.now();
      await call('PUT', '/api/assessment/answers', { answers: { fear_heights: 3 } });
      acknowledged.latest.set('answers', sentAt);
    },
    async () => {
      if (flight === null) {
        const nothing = { departsAt: null, fromAirport: null, toAirport: null, number: null };
        const body = { kind: 'outbound', departsOn: '2099-12-31', timeZone: 'UTC', ...nothing };
        flight = ((await call('POST', '/api/flights', body)) as { id: string }).id;
        keep(acknowledged.rows, 'flights', flight);
        return;
      }
      const id = flight;
      acknowledged.rows.get('flights')?.delete(id);
      flight = null;
      await call('DELETE', `/api/flights/${id}`);
      keep(acknowledged.removed, 'flights', id);
    },
    async () => {
      await call('POST', '/api/cookie-consent', createConsentBody({ userId }));
      acknowledged.latest.set('decisions', (acknowledged.latest.get('decisions') ?? 0) + 1);
    },
  ];
  const sendMessage = async () => {
    const text = `message ${randomUUID()}`;
    const given = await call('GET', '/api/bot-check/challenge?action=feedback');
    const botToken = await solveBotCheck((given as { challenge: BotCheckChallenge }).challenge);
    await call('POST', '/api/feedback', { text, page: '/help', replyTo: null, botToken });
    acknowledged.messages.add(text);
  };
  let turn = 0;
  return {
    userId,
    acknowledged,
    async write() {
      const isMessage = turn % TURNS_PER_MESSAGE === 0 && turn < MAX_MESSAGES * TURNS_PER_MESSAGE;
      const kind = isMessage ? sendMessage : kinds[turn % kinds.length];
      turn += 1;
      await kind?.();
      acknowledged.count += 1;
    },
  };
}

/** What was acknowledged and is not in the database, in a line each. */
export async function findLost(
  { sql }: Pick<Pool, 'sql'>,
  writers: readonly Writer[],
): Promise<string[]> {
  const lost: string[] = [];
  for (const { userId, acknowledged } of writers) {
    for (const table of ROWS) {
      const rows = await sql.unsafe<{ id: string }[]>(
        `select id from "${table}" where user_id = $1`,
        [userId],
      );
      const there = new Set(rows.map(({ id }) => id));
      for (const id of acknowledged.rows.get(table) ?? [])
        if (!there.has(id)) lost.push(`${table} ${id}`);
      for (const id of acknowledged.removed.get(table) ?? [])
        if (there.has(id)) lost.push(`${table} ${id} is back`);
    }
    for (const [field, value] of acknowledged.latest) {
      const [row] = await sql.unsafe<{ n: string | number | null }[]>(LATEST[field] ?? '', [
        userId,
      ]);
      if (Number(row?.n ?? 0) < value) lost.push(`${field} of ${userId}: ${row?.n} < ${value}`);
    }
    const stored = await sql<
      { text: string }[]
    >`select text from feedback where user_id = ${userId}`;
    const texts = new Set(stored.map(({ text }) => text));
    for (const text of acknowledged.messages) if (!texts.has(text)) lost.push(text);
  }
  return lost;
}
