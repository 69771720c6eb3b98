import { describe, expect, it } from 'vitest';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import {
  type Answers,
  answersToSend,
  averageIn,
  cleanAnswers,
  mergeDraft,
  parseDraft,
  placeToResume,
  reportCourse,
  reportRows,
  sameAnswers,
  withFocus,
  wordOf,
  nextCheckInOn,
} from './model.ts';

const all = (value: number): Answers =>
  Object.fromEntries(FEAR_AREAS.map(({ key }) => [key, value]));
const GIVEN = '2026-11-21T09:00:00.000Z';
const draft = (answers: Answers, pending: boolean, at = '2026-11-21T10:00:00.000Z') => ({
  answers,
  pending,
  at,
  consentGivenAt: GIVEN,
});

describe('a draft read from the device', () => {
  it('is nothing when there is none or it cannot be read', () => {
    expect(parseDraft(null, GIVEN)).toBeNull();
    expect(parseDraft('{oops', GIVEN)).toBeNull();
    expect(parseDraft('7', GIVEN)).toBeNull();
  });

  it('is nothing once its consent was withdrawn, though another was given since', () => {
    const stored = draft({ fear_heights: 2 }, true);
    const text = JSON.stringify(stored);
    expect(parseDraft(text, GIVEN)).toEqual(stored);
    expect(parseDraft(text, '2026-11-21T10:30:00.000Z')).toBeNull();
    expect(parseDraft(text, null)).toBeNull();
    // Of a page that did not say yet under which.
    const { consentGivenAt: _, ...older } = stored;
    expect(parseDraft(JSON.stringify(older), GIVEN)).toEqual(stored);
  });

  it('keeps only answers that can be answers', () => {
    expect(
      cleanAnswers({ fear_heights: 0, fear_no_escape: 11, germs: 3, fear_losing_control: '5' }),
    ).toEqual({ fear_heights: 0 });
  });
});

describe('the answers to go on with', () => {
  it('are the server’s on a new device', () => {
    expect(mergeDraft(null, { fear_heights: 2 }, null)).toEqual({
      answers: { fear_heights: 2 },
      pending: false,
    });
  });

  it('are the server’s when this device had sent everything', () => {
    const merged = mergeDraft(draft({ fear_heights: 2 }, false), { fear_heights: 6 }, null);
    expect(merged.answers).toEqual({ fear_heights: 6 });
  });

  it('keep what this device could not send', () => {
    const local = draft({ fear_heights: 2 }, true);
    expect(mergeDraft(local, { fear_heights: 6, fear_no_escape: 1 }, null)).toEqual({
      answers: { fear_heights: 2, fear_no_escape: 1 },
      pending: true,
    });
  });

  it('leave out a draft from before the last completed assessment', () => {
    const local = draft({ fear_heights: 2 }, true);
    expect(mergeDraft(local, {}, '2026-11-21T11:00:00.000Z').answers).toEqual({});
  });
});

describe('the answers that are lost with this device', () => {
  const server = (more: object = {}) => ({
    consentGiven: true,
    draft: { fear_heights: 6 },
    completed: null,
    ...more,
  });

  it('are those the server does not have, with those it has', () => {
    expect(answersToSend(draft({ fear_no_escape: 1 }, true), server())).toEqual({
      fear_heights: 6,
      fear_no_escape: 1,
    });
  });

  it('are none where it has them all, or keeps none', () => {
    expect(answersToSend(null, server())).toBeNull();
    expect(answersToSend(draft({ fear_heights: 2 }, false), server())).toBeNull();
    expect(answersToSend(draft({ fear_heights: 6 }, true), server())).toBeNull();
    expect(
      answersToSend(draft({ fear_heights: 2 }, true), server({ consentGiven: false })),
    ).toBeNull();
  });

  it('are none from before the last completed assessment', () => {
    const completed = { completedAt: '2026-11-21T10:00:01.000Z' };
    expect(answersToSend(draft({ fear_heights: 2 }, true), server({ completed }))).toBeNull();
  });
});

describe('the place to go on', () => {
  it('is the first area without an answer, and 0 is an answer', () => {
    expect(placeToResume({})).toBe(0);
    expect(placeToResume({ pre_flight_worry: 0 })).toBe(1);
  });

  it('is the last one when all are answered', () => expect(placeToResume(all(4))).toBe(15));
});

describe('the report’s rows', () => {
  it('go from the strongest to the calmest, in the order asked where they are equal', () => {
    const rows = reportRows({ ...all(3), fear_heights: 9, fear_no_escape: 7 });
    expect(rows.slice(0, 3).map(({ area }) => area)).toEqual([
      'fear_heights',
      'fear_no_escape',
      'pre_flight_worry',
    ]);
  });

  it('mark 7 and above as high', () => {
    expect(reportRows({ ...all(6), fear_heights: 7 }).filter(({ high }) => high)).toEqual([
      { area: 'fear_heights', score: 7, high: true },
    ]);
  });
});

it('tells equal answers from different ones', () => {
  expect(sameAnswers(all(1), all(1))).toBe(true);
  expect(sameAnswers(all(1), { ...all(1), fear_heights: 2 })).toBe(false);
});

it('calls every level by a word', () => {
  expect([0, 1, 4, 7, 9, 10].map(wordOf)).toEqual([
    'calm',
    'light',
    'clear',
    'strong',
    'very',
    'worst',
  ]);
});

it('writes an average with its decimal, in the hand of the language', () => {
  expect(averageIn('en', 4)).toBe('4.0');
  expect(averageIn('fr', 4.4)).toBe('4,4');
});

it('lets the two focus areas change places instead of being the same', () => {
  const focus = { primary: 'fear_heights', secondary: 'fear_no_escape' } as const;
  expect(withFocus(focus, 'primary', 'fear_no_escape')).toEqual({
    primary: 'fear_no_escape',
    secondary: 'fear_heights',
  });
  expect(withFocus(focus, 'secondary', 'post_flight_worry')).toEqual({
    primary: 'fear_heights',
    secondary: 'post_flight_worry',
  });
});

it('puts every area of the report under one part of the flight, the strongest of each part first', () => {
  const answers = { ...all(2), fear_heights: 8, crash_catastrophe_fear: 9 };
  const course = reportCourse(answers);
  expect(course.map(({ group }) => group)).toEqual(['before', 'boarding', 'air', 'mind', 'after']);
  expect(course.map(({ rows }) => rows[0]?.area)).toEqual([
    'pre_flight_worry',
    'airport_boarding_stress',
    'fear_heights',
    'crash_catastrophe_fear',
    'post_flight_worry',
  ]);
  const listed = course.flatMap(({ rows }) => rows.map(({ area }) => area));
  expect(listed.toSorted()).toEqual(FEAR_AREAS.map(({ key }) => key).toSorted());
});

it('leaves a week between two check-ins, by the days of the calendar', () => {
  const answers = { fear: 5, worry: 5, avoidance: 5, confidence: 5 };
  const sunday = { id: 'a', takenAt: '2026-11-15T21:30:00.000Z', answers };
  expect(nextCheckInOn([sunday], 'Europe/Paris')).toBe('2026-11-22');
  expect(nextCheckInOn([], 'Europe/Paris')).toBeNull();
});
