import type { Database } from '#server/db/connect.ts';
import { saveCheckIn, saveDraft } from '#server/features/assessment/writes.ts';
import { recordPractice } from '#server/features/breathing/writes.ts';
import { saveAttempt, saveLadder } from '#server/features/ladder/writes.ts';
import { removeRecord, saveRecord } from '#server/features/ledger/writes.ts';
import { recordListen, saveRating } from '#server/features/player/writes.ts';
import { recordProgramEvent } from '#server/features/programs/writes.ts';

/** The instant at which every write arrives; all were made in the hour before. */
export const ARRIVED = new Date('2026-11-21T12:00:00Z');
const RATINGS = ['very_helpful', 'somewhat_helpful', 'not_helpful'] as const;
const TIME_ZONE = 'Europe/Paris';

/** A stored row as JSON, without its owner and time of arrival. */
export type StoredRow = Record<string, unknown>;

/** A write of a device: how to send it, and which value it gives to which field. */
export interface SyncedWrite {
  minute: number;
  send: (db: Database, userId: string) => Promise<unknown>;
  says: { field: string; value: unknown }[];
  /** Prefixes of the fields that it removes, as far as they were written by then. */
  removes?: string[];
}

/** What a random write is made from. */
export interface WriteContext {
  minute: number;
  /** A whole number from 0 (included) to `below` (excluded). */
  pick: (below: number) => number;
  newId: () => string;
  contentId: string;
  programId: string;
  /** Ids of the items that the device knows; its own writes may add to them. */
  known: string[];
}

/** A kind of write that devices sync: how to make a random one, and where it is stored. */
export interface SyncedKind {
  name: string;
  /** Writes that both devices have before they diverge; fills `known`. */
  before?: (making: WriteContext) => SyncedWrite[];
  make: (making: WriteContext) => SyncedWrite;
  tables: readonly string[];
  /** Returns the fields that a stored row holds; null means absent. */
  read: (row: StoredRow, table: string) => Record<string, unknown>;
}

const toInstant = (minute: number) => new Date(ARRIVED.getTime() - (60 - minute) * 60_000);
const toWriteDate = (minute: number) => ({ writtenAt: toInstant(minute), datedOnArrival: false });
const readId = (row: StoredRow) => ({ [String(row['id'])]: true });
const toTimeSpan = (minute: number) => ({
  startedAt: toInstant(minute - 1),
  endedAt: toInstant(minute),
});

const rating: SyncedKind = {
  name: 'rating',
  tables: ['ratings'],
  make: ({ minute, pick, contentId }) => {
    const value = RATINGS[pick(3)] ?? 'not_helpful';
    const given = { rating: value, ratedAt: toInstant(minute) };
    return {
      minute,
      says: [{ field: 'rating', value }],
      send: (db, userId) => saveRating(db, userId, contentId, given, ARRIVED),
    };
  },
  read: ({ rating: value }) => ({ rating: value }),
};

const listen: SyncedKind = {
  name: 'listen',
  tables: ['listens', 'progress', 'practice_days'],
  make: ({ minute, pick, newId, contentId }) => {
    const row = {
      id: newId(),
      contentId,
      ...toTimeSpan(minute),
      timeZone: TIME_ZONE,
      positionMs: pick(4) * 1000,
      listenedMs: pick(60_000),
      completed: pick(2) === 0,
    };
    return {
      minute,
      says: [{ field: row.id, value: true }],
      send: (db, userId) => recordListen(db, userId, row, ARRIVED),
    };
  },
  read: (row, table) => (table === 'listens' ? readId(row) : {}),
};

const checkIn: SyncedKind = {
  name: 'check-in',
  tables: ['check_ins'],
  make: ({ minute, pick, newId }) => {
    const answers = { fear: pick(11), worry: pick(11), avoidance: pick(11), confidence: pick(11) };
    const row = { id: newId(), takenAt: toInstant(minute), answers };
    return {
      minute,
      says: [{ field: row.id, value: true }],
      send: (db, userId) => saveCheckIn(db, userId, row, ARRIVED),
    };
  },
  read: readId,
};

const programEvent: SyncedKind = {
  name: 'program event',
  tables: ['program_events'],
  make: ({ minute, newId, programId }) => {
    const event = { id: newId(), at: toInstant(minute).toISOString(), type: 'started' as const };
    return {
      minute,
      says: [{ field: event.id, value: true }],
      send: (db, userId) => recordProgramEvent(db, userId, programId, event, ARRIVED),
    };
  },
  read: readId,
};

const practice: SyncedKind = {
  name: 'practice',
  tables: ['practices', 'practice_days'],
  make: ({ minute, pick, newId }) => {
    const times = { ...toTimeSpan(minute), practisedMs: pick(60_000), timeZone: TIME_ZONE };
    const row = { id: newId(), pattern: 'box' as const, ...times };
    return {
      minute,
      says: [{ field: row.id, value: true }],
      send: (db, userId) => recordPractice(db, userId, row, ARRIVED),
    };
  },
  read: (row, table) => (table === 'practices' ? readId(row) : {}),
};

const draft: SyncedKind = {
  name: 'assessment draft',
  tables: ['assessment_drafts'],
  make: ({ minute, pick }) => {
    const answers = {
      fear_heights: pick(11),
      ...(pick(2) === 0 && { germs_cleanliness_anxiety: pick(11) }),
    };
    return {
      minute,
      says: [{ field: 'answers', value: answers }],
      send: (db, userId) => saveDraft(db, userId, { answers, ...toWriteDate(minute) }, ARRIVED),
    };
  },
  read: ({ answers }) => ({ answers }),
};

const RECORD = '019a0000-0000-7000-8000-00000000f117';
const RECORD_FIELDS = [
  'expected',
  'recalled',
  'forecast',
  'happened',
  'felt',
  'keep',
  'onTheWay',
] as const;

const NOTHING_TOLD = {
  expected: null,
  forecast: null,
  happened: null,
  felt: null,
  keep: null,
  onTheWay: null,
};

const makeLedgerHalf = (making: WriteContext): SyncedWrite => {
  const { minute, pick } = making;
  const flown = { id: RECORD, flightId: null, flownOn: `2026-11-0${1 + pick(9)}` };
  if (pick(3) === 0) {
    const onTheWay = [{ phase: 'climb' as const, at: '2026-11-01T10:00:00Z', fear: pick(11) }];
    const way = { ...NOTHING_TOLD, ...flown, onTheWay, ...toWriteDate(minute) };
    const says = [{ field: 'onTheWay', value: onTheWay }];
    return { minute, says, send: (db, userId) => saveRecord(db, userId, way) };
  }
  const maybe = <T>(value: T) => (pick(2) === 0 ? value : null);
  const isForecast = pick(2) === 0;
  const forecast = isForecast ? pick(11) : null;
  const expected = isForecast || pick(2) === 0 ? maybe(`expected ${pick(5)}`) : null;
  const felt = isForecast ? null : pick(11);
  const happened = isForecast ? null : maybe(`happened ${pick(5)}`);
  const keep = isForecast ? null : maybe(`keep ${pick(5)}`);
  const told = { ...NOTHING_TOLD, expected, forecast, happened, felt, keep };
  const given = { forecast, [isForecast ? 'expected' : 'recalled']: expected, happened, felt };
  const says = Object.entries(given).flatMap(([field, value]) =>
    value === null ? [] : [{ field, value }],
  );
  return {
    minute,
    says: isForecast ? says : [...says, { field: 'keep', value: keep }],
    send: (db, userId) => saveRecord(db, userId, { ...flown, ...told, ...toWriteDate(minute) }),
  };
};

const readRecord = (row: StoredRow) =>
  Object.fromEntries(RECORD_FIELDS.map((field) => [field, row[field]]));

const ledgerHalf: SyncedKind = {
  name: 'part of a flight in the ledger',
  tables: ['flight_records'],
  make: makeLedgerHalf,
  read: readRecord,
};

const removal: SyncedKind = {
  name: 'removal from the ledger',
  tables: ['flight_records'],
  before: (making) => [makeLedgerHalf(making)],
  make: (making) => {
    const { minute, pick } = making;
    if (pick(2) === 0) return makeLedgerHalf(making);
    const send: SyncedWrite['send'] = (db, userId) =>
      removeRecord(db, userId, RECORD, toInstant(minute));
    return { minute, says: [], removes: [''], send };
  },
  read: readRecord,
};

const STEPS = [1, 2, 3, 4, 5].map((n) => `019a0000-0000-7000-8000-00000000000${n}`);
const NO_CHANGE = { steps: [], added: [], order: [], removed: [] };
type LadderChange = Omit<Parameters<typeof saveLadder>[2], 'writtenAt' | 'datedOnArrival'>;

const changeLadder = (minute: number, change: Partial<LadderChange>): SyncedWrite['send'] => {
  const whole = { ...NO_CHANGE, ...change, ...toWriteDate(minute) };
  return (db, userId) => saveLadder(db, userId, whole);
};

function addStep({ minute, known }: WriteContext, id: string): SyncedWrite {
  if (!known.includes(id)) known.push(id);
  const content = { area: 'fear_heights', material: 'small', words: null } as const;
  return {
    minute,
    says: [{ field: `${id}.added`, value: content }],
    send: changeLadder(minute, { steps: [{ id, ...content }], added: [id] }),
  };
}

function removeStep({ minute }: WriteContext, id: string): SyncedWrite {
  return { minute, says: [], removes: [id], send: changeLadder(minute, { removed: [id] }) };
}

const ladder: SyncedKind = {
  name: 'change of the ladder',
  tables: ['ladder_steps', 'ladder_orders'],
  before: (making) => STEPS.slice(0, 2).map((id) => addStep(making, id)),
  make: (making) => {
    const { minute, pick, known } = making;
    const id = known[pick(known.length)] ?? '';
    const which = pick(4);
    if (which === 0) return addStep(making, STEPS[pick(STEPS.length)] ?? '');
    if (which === 1) return removeStep(making, id);
    if (which === 2) {
      const order = pick(2) === 0 ? known.toReversed() : [...known];
      const says = [{ field: 'order', value: order }];
      return { minute, says, send: changeLadder(minute, { order }) };
    }
    const content = { area: 'fear_heights', material: 'own', words: `words ${pick(9)}` } as const;
    const says = [{ field: `${id}.changed`, value: content }];
    return { minute, says, send: changeLadder(minute, { steps: [{ id, ...content }] }) };
  },
  read: (row, table) =>
    table === 'ladder_orders'
      ? { order: row['step_ids'] }
      : {
          [`${String(row['id'])}.added`]: row['added'],
          [`${String(row['id'])}.changed`]: row['changed'],
        },
};

const attempt: SyncedKind = {
  name: 'attempt at a step',
  tables: ['ladder_attempts', 'ladder_steps'],
  before: (making) => STEPS.slice(0, 2).map((id) => addStep(making, id)),
  make: (making) => {
    const { minute, pick } = making;
    const which = pick(2);
    const stepId = STEPS[which] ?? '';
    const kind = pick(6);
    if (kind === 0) return removeStep(making, stepId);
    if (kind === 1) return addStep(making, stepId);
    // Two attempts of each step.
    const id = `019a0000-0000-7000-8000-0000000a${which}00${pick(2)}`;
    const before = pick(11);
    const begun = { setting: 'home_alone', expected: 'x', sure: pick(101), before } as const;
    const outcome =
      pick(2) === 0 ? { highest: 9, after: pick(11), happened: 'y', learned: `${pick(9)}` } : null;
    const told = { id, stepId, startedAt: toInstant(0), ...begun, outcome };
    const ended = outcome && { field: `${stepId}.${id}.outcome`, value: outcome };
    return {
      minute,
      says: [{ field: `${stepId}.${id}.begun`, value: begun }, ...(ended ? [ended] : [])],
      send: (db, userId) => saveAttempt(db, userId, { ...told, ...toWriteDate(minute) }),
    };
  },
  read: (row, table) => {
    if (table === 'ladder_steps') return { [`${String(row['id'])}.added`]: row['added'] };
    const { setting, expected, sure, before, highest, after, happened, learned } = row;
    const field = `${String(row['step_id'])}.${String(row['id'])}`;
    const outcome = highest === null ? null : { highest, after, happened, learned };
    return {
      [`${field}.begun`]: { setting, expected, sure, before },
      [`${field}.outcome`]: outcome,
    };
  },
};

/** Every kind of write that devices sync. */
export const SYNCED_KINDS: readonly SyncedKind[] = [
  ...[rating, listen, checkIn, programEvent, practice, draft],
  ...[ledgerHalf, removal, ladder, attempt],
];
