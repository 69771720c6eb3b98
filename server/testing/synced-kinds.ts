import {
  saveCheckIn,
  saveAssessmentDraftUnlessOutdated,
} from '#server/features/assessment/writes.ts';
import { recordBreathingPracticeAndDay } from '#server/features/breathing/writes.ts';
import { mergeAttempt, mergeLadderChange } from '#server/features/ladder/writes.ts';
import { recordListenProgressAndDay, saveSessionRating } from '#server/features/player/writes.ts';
import { recordSoundGuess } from '#server/features/sounds/writes.ts';
import { recordProgramEvent } from '#server/features/programs/writes.ts';
import {
  WRITES_ARRIVED_AT,
  type StoredSyncedRow,
  type SyncedWriteKind,
  type SyncedWrite,
  toInstantOfMinute,
  toWriteTimeFields,
  type WriteContext,
} from './synced-kind.ts';
import { ledgerPartKind, ledgerRemovalKind } from './synced-ledger.ts';

const RATINGS = ['very_helpful', 'somewhat_helpful', 'not_helpful'] as const;
const TIME_ZONE = 'Europe/Paris';

const readId = (row: StoredSyncedRow) => ({ [String(row['id'])]: true });
const toTimeSpan = (minute: number) => ({
  startedAt: toInstantOfMinute(minute - 1),
  endedAt: toInstantOfMinute(minute),
});

const rating: SyncedWriteKind = {
  name: 'rating',
  tables: ['ratings'],
  make: ({ minute, pick, contentId }) => {
    const value = RATINGS[pick(3)] ?? 'not_helpful';
    const given = { rating: value, ratedAt: toInstantOfMinute(minute) };
    return {
      minute,
      says: [{ field: 'rating', value }],
      send: (db, userId) => saveSessionRating(db, userId, contentId, given, WRITES_ARRIVED_AT),
    };
  },
  read: ({ rating: value }) => ({ rating: value }),
};

const listen: SyncedWriteKind = {
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
      send: (db, userId) => recordListenProgressAndDay(db, userId, row, WRITES_ARRIVED_AT),
    };
  },
  read: (row, table) => (table === 'listens' ? readId(row) : {}),
};

const checkIn: SyncedWriteKind = {
  name: 'check-in',
  tables: ['check_ins'],
  make: ({ minute, pick, newId }) => {
    const answers = { fear: pick(11), worry: pick(11), avoidance: pick(11), confidence: pick(11) };
    const row = { id: newId(), takenAt: toInstantOfMinute(minute), answers };
    return {
      minute,
      says: [{ field: row.id, value: true }],
      send: (db, userId) => saveCheckIn(db, userId, row, WRITES_ARRIVED_AT),
    };
  },
  read: readId,
};

const programEvent: SyncedWriteKind = {
  name: 'program event',
  tables: ['program_events'],
  make: ({ minute, newId, programId }) => {
    const event = {
      id: newId(),
      at: toInstantOfMinute(minute).toISOString(),
      type: 'started' as const,
    };
    return {
      minute,
      says: [{ field: event.id, value: true }],
      send: (db, userId) => recordProgramEvent(db, userId, programId, event, WRITES_ARRIVED_AT),
    };
  },
  read: readId,
};

const practice: SyncedWriteKind = {
  name: 'practice',
  tables: ['practices', 'practice_days'],
  make: ({ minute, pick, newId }) => {
    const times = { ...toTimeSpan(minute), practisedMs: pick(60_000), timeZone: TIME_ZONE };
    const row = { id: newId(), pattern: 'box' as const, ...times };
    return {
      minute,
      says: [{ field: row.id, value: true }],
      send: (db, userId) => recordBreathingPracticeAndDay(db, userId, row, WRITES_ARRIVED_AT),
    };
  },
  read: (row, table) => (table === 'practices' ? readId(row) : {}),
};

const soundPractice: SyncedWriteKind = {
  name: 'practice of a sound',
  tables: ['sound_practices'],
  make: ({ minute, pick, newId }) => {
    const row = { id: newId(), sound: 'gear_down' as const, sure: pick(101), knew: pick(2) === 0 };
    const practice = { ...row, practisedAt: toInstantOfMinute(minute) };
    return {
      minute,
      says: [{ field: row.id, value: true }],
      send: (db, userId) => recordSoundGuess(db, userId, practice, WRITES_ARRIVED_AT),
    };
  },
  read: readId,
};

const draft: SyncedWriteKind = {
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
      send: (db, userId) =>
        saveAssessmentDraftUnlessOutdated(
          db,
          userId,
          { answers, ...toWriteTimeFields(minute) },
          WRITES_ARRIVED_AT,
        ),
    };
  },
  read: ({ answers }) => ({ answers }),
};

const STEPS = [1, 2, 3, 4, 5].map((n) => `019a0000-0000-7000-8000-00000000000${n}`);
const NO_CHANGE = { steps: [], added: [], order: [], removed: [] };
type LadderChange = Omit<Parameters<typeof mergeLadderChange>[2], 'writtenAt' | 'datedOnArrival'>;

const changeLadder = (minute: number, change: Partial<LadderChange>): SyncedWrite['send'] => {
  const whole = { ...NO_CHANGE, ...change, ...toWriteTimeFields(minute) };
  return (db, userId) => mergeLadderChange(db, userId, whole);
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

const ladder: SyncedWriteKind = {
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

const attempt: SyncedWriteKind = {
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
    const told = { id, stepId, startedAt: toInstantOfMinute(0), ...begun, outcome };
    const ended = outcome && { field: `${stepId}.${id}.outcome`, value: outcome };
    return {
      minute,
      says: [{ field: `${stepId}.${id}.begun`, value: begun }, ...(ended ? [ended] : [])],
      send: (db, userId) => mergeAttempt(db, userId, { ...told, ...toWriteTimeFields(minute) }),
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

export const SYNCED_WRITE_KINDS: readonly SyncedWriteKind[] = [
  ...[rating, listen, checkIn, programEvent, practice, soundPractice, draft],
  ...[ledgerPartKind, ledgerRemovalKind, ladder, attempt],
];
