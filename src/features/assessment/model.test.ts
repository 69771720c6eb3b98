import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssessmentState } from '#shared/contract/assessment.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { buildFearReport, type FearAnswers } from '#shared/rules/fear-report.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { createI18n, getTranslate } from '#web/lib/i18n.ts';
import en from '#web/locales/en/assessment.json' with { type: 'json' };
import fr from '#web/locales/fr/assessment.json' with { type: 'json' };
import {
  type AssessmentAnswers,
  formatAverage,
  parseAnswers,
  getQuestionIndexToShow,
  groupReportRowsByPhase,
  buildReportRows,
  areAnswersEqual,
  applyUnsentAnswers,
  changeFocusArea,
  getIntensityWordKey,
  findNextCheckInDate,
  describeReport,
} from './model.ts';

const all = (value: number): AssessmentAnswers =>
  Object.fromEntries(FEAR_AREAS.map(({ key }) => [key, value]));
const GIVEN = '2026-11-21T09:00:00.000Z';
describe('answers read from the device', () => {
  it('are only those that can be answers', () => {
    expect(
      parseAnswers({ fear_heights: 0, fear_no_escape: 11, germs: 3, fear_losing_control: '5' }),
    ).toEqual({ fear_heights: 0 });
    expect([parseAnswers(null), parseAnswers('7')]).toEqual([{}, {}]);
  });
});

describe('answers that wait to be sent', () => {
  const server = (more: Partial<AssessmentState> = {}): AssessmentState => ({
    consentGiven: true,
    consentGivenAt: GIVEN,
    draft: { fear_heights: 6, fear_no_escape: 1 },
    completed: null,
    ...more,
  });
  const given = { answers: { fear_heights: 2 }, consentGivenAt: GIVEN };
  const GIVEN_LATER = '2026-11-21T10:30:00.000Z';

  it('are gone on with, together with those that the server has', () => {
    const merged = { fear_heights: 2, fear_no_escape: 1 };
    expect(applyUnsentAnswers(server(), given).draft).toEqual(merged);
    // Of a page that did not say yet under which consent they were given.
    expect(applyUnsentAnswers(server(), { answers: given.answers }).draft).toEqual(merged);
  });

  it('are discarded by a write that holds none', () =>
    expect(applyUnsentAnswers(server(), { ...given, answers: {} }).draft).toEqual({}));

  it('are nothing once their consent was withdrawn, though another was given since', () => {
    const none = server({ consentGiven: false, consentGivenAt: null, draft: {} });
    expect(applyUnsentAnswers(none, given)).toBe(none);
    const renewed = server({ consentGivenAt: GIVEN_LATER, draft: {} });
    expect(applyUnsentAnswers(renewed, given)).toBe(renewed);
  });

  it('are over when they are from before the last completed assessment', () => {
    const completed = { completedAt: GIVEN_LATER } as NonNullable<AssessmentState['completed']>;
    const state = server({ completed, draft: {} });
    expect(applyUnsentAnswers(state, given, '2026-11-21T10:00:00.000Z')).toBe(state);
    expect(applyUnsentAnswers(state, given, '2026-11-21T11:00:00.000Z').draft).toEqual(
      given.answers,
    );
  });
});

describe('the place to go on', () => {
  it('is the first area without an answer, and 0 is an answer', () => {
    expect(getQuestionIndexToShow({})).toBe(0);
    expect(getQuestionIndexToShow({ pre_flight_worry: 0 })).toBe(1);
  });

  it('is the last one when all are answered', () =>
    expect(getQuestionIndexToShow(all(4))).toBe(15));
});

describe('the report’s rows', () => {
  it('go from the strongest to the calmest, in the order asked where they are equal', () => {
    const rows = buildReportRows({ ...all(3), fear_heights: 9, fear_no_escape: 7 });
    expect(rows.slice(0, 3).map(({ area }) => area)).toEqual([
      'fear_heights',
      'fear_no_escape',
      'pre_flight_worry',
    ]);
  });

  it('mark 7 and above as high', () => {
    expect(buildReportRows({ ...all(6), fear_heights: 7 }).filter(({ high }) => high)).toEqual([
      { area: 'fear_heights', score: 7, high: true },
    ]);
  });
});

it('tells equal answers from different ones', () => {
  expect(areAnswersEqual(all(1), all(1))).toBe(true);
  expect(areAnswersEqual(all(1), { ...all(1), fear_heights: 2 })).toBe(false);
});

it('calls every level by a word', () => {
  expect([0, 1, 4, 7, 9, 10].map(getIntensityWordKey)).toEqual([
    'calm',
    'light',
    'clear',
    'strong',
    'very',
    'worst',
  ]);
});

it('writes an average with its decimal, in the hand of the language', () => {
  expect(formatAverage('en', 4)).toBe('4.0');
  expect(formatAverage('fr', 4.4)).toBe('4,4');
});

it('lets the two focus areas change places instead of being the same', () => {
  const focus = { primary: 'fear_heights', secondary: 'fear_no_escape' } as const;
  expect(changeFocusArea(focus, 'primary', 'fear_no_escape')).toEqual({
    primary: 'fear_no_escape',
    secondary: 'fear_heights',
  });
  expect(changeFocusArea(focus, 'secondary', 'post_flight_worry')).toEqual({
    primary: 'fear_heights',
    secondary: 'post_flight_worry',
  });
});

it('puts every area of the report under one part of the flight, the strongest of each part first', () => {
  const answers = { ...all(2), fear_heights: 8, crash_catastrophe_fear: 9 };
  const course = groupReportRowsByPhase(answers);
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
  expect(findNextCheckInDate([sunday], 'Europe/Paris')).toBe('2026-11-22');
  expect(findNextCheckInDate([], 'Europe/Paris')).toBeNull();
});

const CATALOGUES = { en: { assessment: en }, fr: { assessment: fr } };

/** What each level's sentence claims; `high` of 16 areas are at 7 or more, and `average` is that of all. */
const CLAIMS: Record<string, (high: number, average: number) => boolean> = {
  // "Flying doesn't trouble you much."
  minimal: (high, average) => high === 0 && average <= 2,
  // "Flying is bearable. A few moments of it aren't."
  mild: (high, average) => high <= 2 && average <= 4,
  // "Some moments of a flight are hard for you, others aren't."
  moderate: (high, average) => high <= 7 && (high >= 3 || average > 4) && average <= 6,
  // "Much of a flight is hard for you."
  high: (high, average) => high <= 11 && (high >= 8 || average > 6),
  // "Nearly every moment of a flight is hard."
  severe: (high, average) => high >= 12 || average > 8,
};

/** Answers as people give them: all alike, a few strong ones among calm ones, or anything. */
const score = (min: number, max: number) => fc.integer({ min, max });
const sixteen = (each: fc.Arbitrary<number>) =>
  fc.array(each, { minLength: FEAR_AREAS.length, maxLength: FEAR_AREAS.length });
const scores = fc.oneof(
  sixteen(score(0, 10)),
  sixteen(fc.oneof({ weight: 4, arbitrary: score(0, 3) }, { weight: 1, arbitrary: score(7, 10) })),
  sixteen(score(5, 9)),
  sixteen(score(0, 2)),
);

describe.each(LANGUAGES)('the sentence of the report (%s)', (language) => {
  const t = getTranslate(createI18n(language, CATALOGUES[language]), 'assessment');

  it('is true of 200 people’s answers: it counts their high areas, and says no more or less of them', () => {
    fc.assert(
      fc.property(scores, (given) => {
        const answers = Object.fromEntries(
          FEAR_AREAS.map(({ key }, index) => [key, given[index]]),
        ) as FearAnswers;
        const report = buildFearReport(answers);
        const high = given.filter((value) => value >= 7).length;
        const average = given.reduce((sum, value) => sum + value, 0) / given.length;
        expect(CLAIMS[report.overallLevel]!(high, average)).toBe(true);
        const sentence = describeReport(report, t);
        expect(sentence).toContain(t(`report.levelText.${report.overallLevel}`));
        const figures = (sentence.match(/\d+/g) ?? []).map(Number);
        expect(figures).toEqual(high < 2 ? [16, 7] : [high, 16, 7]);
        expect(sentence).not.toMatch(/\{\{|undefined/);
      }),
      { numRuns: 200 },
    );
  });
});
