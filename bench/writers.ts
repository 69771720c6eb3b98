import { randomUUID } from 'node:crypto';
import type { Pool } from '#server/db/pool.ts';
import { solveBotCheckChallenge } from '#server/testing/bot-check.ts';
import { buildCookieConsentBody } from '#server/testing/cookie-consent.ts';
import type { BotCheckChallenge } from '#shared/contract/bot-check.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { createHttpClientWithCookies, signUpListener, signUpMember } from './listener.ts';
import { makeAdminAndOpenSupport } from './open-studio.ts';

/** What a person was told is kept. */
export interface AcknowledgedWrites {
  /** By table: ids, or texts, of rows that must be there. */
  rows: Map<string, Set<string>>;
  /** By table: ids of rows that must be gone. */
  removed: Map<string, Set<string>>;
  /** By field: the latest number that was written; a later one that was not acknowledged may be there instead. */
  latest: Map<string, number>;
  /** By field: what may be there: the last that was written, or one after it that was not acknowledged. */
  choices: Map<string, Set<number>>;
  /** The texts of messages, each of which is sent on as one e-mail. */
  messages: Set<string>;
  /** Ids of saved replies that were added in the studio, each with its entry in the audit log. */
  edits: Set<string>;
  /** Ids of people who signed up, gave their consent about health data and completed the assessment. */
  newcomers: Set<string>;
  count: number;
}

/** How often a person decides about cookies: 30 times an hour at most are taken. */
const MAX_DECISIONS = 25;
/** How many replies a writer saves in the studio, which keeps 100 of all writers. */
const MAX_REPLIES = 15;

/** A write that is left out once it was sent so often. */
function atMost(times: number, write: () => Promise<void>): () => Promise<void> {
  let sent = 0;
  return async () => {
    sent += 1;
    if (sent <= times) await write();
  };
}

export interface Writer {
  userId: string;
  acknowledged: AcknowledgedWrites;
  /** Makes the next write, of every kind in turn; throws when it is not acknowledged. */
  write: () => Promise<void>;
}

/** Every so many turns something is written of which one account may write only a few. */
const TURNS_PER_RARE = 61;
/** As many messages as one account may send in an hour. */
const MAX_MESSAGES = 20;
/** As many questions as may wait for an answer, and as many messages as one account may send in a day. */
const MAX_QUESTIONS = 3;
const MAX_ASKED = 10;
const MAX_NEWCOMERS = 5;
const HOURS = [7, 8, 9, 18, 19, 20, 21];
const MINUTES = [5, 10, 15, 20, 30, 45, 60];
const RATINGS = ['very_helpful', 'somewhat_helpful', 'not_helpful'];

/**
 * A member, also an admin, who writes everything there is to write, one thing after the other. `database` is the
 * server's.
 */
export async function createBenchWriter(
  where: { base: string },
  database: Pick<Pool, 'query'>,
): Promise<Writer> {
  const { call } = createHttpClientWithCookies(where);
  await signUpListener(call);
  const { id: userId } = (await call('GET', '/api/users/me')) as { id: string };
  await makeAdminAndOpenSupport(database, userId);
  const { items } = (await call('GET', '/api/contents')) as { items: { id: string }[] };
  const programs = (await call('GET', '/api/programs')) as { items: { id: string }[] };
  const contentId = items[0]?.id ?? '';
  const programId = programs.items[0]?.id ?? '';
  const stepId = randomUUID();
  const step = { id: stepId, area: 'fear_heights', material: 'own', words: 'step 0' };
  await call('PUT', '/api/ladder', { steps: [step], added: [stepId] });

  const acknowledged: AcknowledgedWrites = {
    rows: new Map(),
    removed: new Map(),
    latest: new Map(),
    choices: new Map(),
    messages: new Set(),
    edits: new Set(),
    newcomers: new Set(),
    count: 0,
  };
  const keep = (map: Map<string, Set<string>>, table: string, id: string) =>
    map.set(table, (map.get(table) ?? new Set()).add(id));
  const questions: string[] = [];
  let asked = 0;
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

  /** A choice of one of a few numbers, which replaces the one before. */
  const choose = (field: string, numbers: number[], send: (number: number) => Promise<unknown>) => {
    let turns = 0;
    return async () => {
      const value = numbers[(turns += 1) % numbers.length] ?? 0;
      acknowledged.choices.get(field)?.add(value);
      await send(value);
      acknowledged.choices.set(field, new Set([value]));
    };
  };
  /** A write of which only the number is known afterwards. */
  const append = (field: string, send: () => Promise<unknown>) => async () => {
    await send();
    acknowledged.latest.set(field, (acknowledged.latest.get(field) ?? 0) + 1);
  };

  const kinds: (() => Promise<void>)[] = [
    insert('listens', 'POST', '/api/listens', (_id, at) => {
      const listen = { contentId, positionMs: 1, listenedMs: 1, completed: false };
      return { ...listen, startedAt: at, endedAt: at, timeZone: 'UTC' };
    }),
    replace(
      'rating',
      (value, at) => {
        const rating = { rating: RATINGS[value % 3], ratedAt: at.toISOString() };
        return call('PUT', `/api/contents/${contentId}/rating`, rating);
      },
      true,
    ),
    insert('practices', 'POST', '/api/practices', (_id, at) => {
      const practice = { pattern: 'box', practisedMs: 1, timeZone: 'UTC' };
      return { ...practice, startedAt: at, endedAt: at };
    }),
    insert('check_ins', 'POST', '/api/check-ins', (_id, takenAt) => ({
      takenAt,
      answers: { fear: 1, worry: 2, avoidance: 3, confidence: 4 },
    })),
    replace('name', (value) => call('PATCH', '/api/users/me', { name: `Ada ${value}` })),
    insert('program_events', 'POST', `/api/programs/${programId}/events`, (_id, at) => {
      return { at, type: 'started' };
    }),
    insert('flight_records', 'POST', '/api/ledger', (id, writtenAt) => {
      const before = { flightId: null, flownOn: '2026-11-01', expected: `of ${id}`, forecast: 5 };
      return { ...before, happened: null, felt: null, keep: null, writtenAt };
    }),
    replace('step', (value, at) => {
      const steps = [{ ...step, words: `step ${value}` }];
      return call('PUT', '/api/ladder', { steps, writtenAt: at.toISOString() });
    }),
    insert('ladder_attempts', 'POST', '/api/ladder/attempts', (_id, at) => {
      const before = { setting: 'out_alone', expected: 'a fall', sure: 50, before: 5 };
      return { stepId, ...before, outcome: null, startedAt: at, writtenAt: at };
    }),
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
    atMost(
      MAX_DECISIONS,
      append('decisions', () =>
        call('POST', '/api/cookie-consent', buildCookieConsentBody({ userId })),
      ),
    ),
    // Never the same answers within a minute, which would be one assessment, and never those of the draft.
    append('assessments', () => {
      number += 1;
      const digits = Array.from(String(number).padStart(FEAR_AREAS.length - 1, '0'), Number);
      const answers = FEAR_AREAS.map(({ key }) => [key, key === 'fear_heights' ? 9 : digits.pop()]);
      return call('POST', '/api/assessment/complete', { answers: Object.fromEntries(answers) });
    }),
    choose('reminders', HOURS, (hour) => {
      const about = { practice: false, pack: true, evening: false };
      return call('PUT', '/api/reminders', { channel: 'email', hour, timeZone: 'UTC', ...about });
    }),
    choose('minutes', MINUTES, (dailyMinutes) => call('PATCH', '/api/users/me', { dailyMinutes })),
    atMost(MAX_REPLIES, async () => {
      const texts = { en: 'Thank you for asking.', fr: 'Merci de votre question.' };
      const reply = { title: `reply ${randomUUID()}`, texts };
      const { id } = (await call('POST', '/api/admin/support/replies', { reply })) as {
        id: string;
      };
      acknowledged.edits.add(id);
    }),
  ];
  const sendQuestion = async () => {
    const id = randomUUID();
    const isNew = questions.length < MAX_QUESTIONS;
    if (isNew) {
      await call('POST', '/api/support/questions', { id, contentId, text: `question ${id}` });
      questions.push(id);
      keep(acknowledged.rows, 'support_questions', id);
    } else {
      const question = questions[asked % questions.length];
      const text = `more of ${id}`;
      await call('POST', `/api/support/questions/${question}/messages`, { id, text });
    }
    asked += 1;
    keep(acknowledged.rows, 'support_messages', id);
  };
  const addNewcomer = async () => {
    const newcomer = createHttpClientWithCookies(where);
    await signUpMember(newcomer.call);
    const { id } = (await newcomer.call('GET', '/api/users/me')) as { id: string };
    acknowledged.newcomers.add(id);
  };
  const sendMessage = async () => {
    const text = `message ${randomUUID()}`;
    const given = await call('GET', '/api/bot-check/challenge?action=feedback');
    const botToken = await solveBotCheckChallenge(
      (given as { challenge: BotCheckChallenge }).challenge,
    );
    await call('POST', '/api/feedback', { text, page: '/help', replyTo: null, botToken });
    acknowledged.messages.add(text);
  };
  let turn = 0;
  return {
    userId,
    acknowledged,
    async write() {
      const round = Math.floor(turn / TURNS_PER_RARE);
      const rare = [
        round < MAX_MESSAGES && sendMessage,
        round < MAX_ASKED && sendQuestion,
        round < MAX_NEWCOMERS && addNewcomer,
      ][turn % TURNS_PER_RARE];
      const kind = rare || kinds[turn % kinds.length];
      turn += 1;
      await kind?.();
      acknowledged.count += 1;
    },
  };
}
