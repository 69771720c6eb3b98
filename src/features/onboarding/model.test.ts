import { describe, expect, it } from 'vitest';
import type { AssessmentState } from '#shared/contract/assessment.ts';
import {
  validateFlightAnswer,
  suggestName,
  getNextStep,
  getNextOnboardingHistoryEntry,
  getStepToShow,
  type OnboardingStep,
  getOnboardingStepToResume,
} from './model.ts';

const newcomer = { onboardingComplete: false };
const member = { onboardingComplete: true };
const nothing: AssessmentState = {
  consentGiven: false,
  consentGivenAt: null,
  draft: {},
  completed: null,
};
const consented: AssessmentState = { ...nothing, consentGiven: true };
const completed = (focus: 'fear_heights' | null): AssessmentState => ({
  ...consented,
  completed: { id: 'a1', primaryFocus: focus } as NonNullable<AssessmentState['completed']>,
});
const show = (step: OnboardingStep, assessment: AssessmentState, result: string | null = null) =>
  getStepToShow({ step, result }, assessment);
const resume = (profile: typeof member, assessment: AssessmentState, hasDraft = false) =>
  getOnboardingStepToResume({ profile, assessment, hasDraft });

describe('where onboarding goes on', () => {
  it('begins with the name', () => expect(resume(newcomer, nothing)).toBe('name'));
  it('goes to the questions once consent is given', () =>
    expect(resume(newcomer, consented)).toBe('questions'));
  it('shows the report until the focus is chosen', () =>
    expect(resume(newcomer, completed(null))).toBe('report'));
  it('asks about the flight once the focus is chosen', () =>
    expect(resume(newcomer, completed('fear_heights'))).toBe('flight'));
  it('never asks a question without consent, whatever this device holds', () =>
    expect(resume(newcomer, nothing, true)).toBe('name'));
});

describe('taking the assessment again', () => {
  it('is asked for first', () => expect(resume(member, completed('fear_heights'))).toBe('again'));
  it('is asked for again where the last result was left unread', () =>
    expect(resume(member, completed(null))).toBe('again'));
  it('goes on where it was left', () =>
    expect(resume(member, completed('fear_heights'), true)).toBe('questions'));
  it('begins with the consent where it was withdrawn, with what was said before', () => {
    expect(resume(member, nothing)).toBe('consent');
    expect(resume(member, consented)).toBe('questions');
  });
  it('does not ask about the flight', () => {
    const facts = { profile: member, assessment: completed(null) };
    expect(getNextStep('focus', facts)).toBe('done');
    expect(getNextStep('focus', { ...facts, profile: newcomer })).toBe('flight');
  });
});

it('asks for consent only when it has not been given', () => {
  expect(getNextStep('name', { profile: newcomer, assessment: nothing })).toBe('consent');
  expect(getNextStep('name', { profile: newcomer, assessment: consented })).toBe('questions');
});

it('asks for consent again wherever it was withdrawn with everything said', () => {
  for (const step of ['again', 'questions', 'report', 'focus', 'flight', 'done'] as const)
    expect(show(step, nothing)).toBe('consent');
  for (const step of ['name', 'consent', 'declined'] as const)
    expect(show(step, nothing)).toBe(step);
  expect(show('questions', consented)).toBe('questions');
  // New wording to agree to: what was said before stands, and so does the way on.
  const reworded = { ...completed('fear_heights'), consentGiven: false };
  expect(show('flight', reworded)).toBe('flight');
  expect(show('consent', reworded)).toBe('consent');
});

describe('an entry of the history', () => {
  const begin = { step: 'name', question: 0, depth: 0, questionsFrom: 0, result: null } as const;

  it('shows the report where its questions have been answered since', () => {
    const assessment = completed(null);
    expect(show('questions', assessment)).toBe('report');
    expect(show('questions', assessment, 'a1')).toBe('questions');
  });
  it('asks for no consent that is given, and shows nothing of a report that is not there', () => {
    for (const step of ['consent', 'declined', 'report', 'focus', 'flight', 'done'] as const)
      expect(show(step, consented)).toBe('questions');
  });
  it('knows where its questions began, and under which result', () => {
    const first = getNextOnboardingHistoryEntry(begin, {
      step: 'questions',
      question: 3,
      result: 'a1',
    });
    expect(first).toMatchObject({ depth: 1, questionsFrom: 1, result: 'a1' });
    const second = getNextOnboardingHistoryEntry(first, {
      step: 'questions',
      question: 4,
      result: 'a2',
    });
    expect(second).toMatchObject({ depth: 2, question: 4, questionsFrom: 1, result: 'a1' });
    const later = getNextOnboardingHistoryEntry(second, {
      step: 'focus',
      question: 0,
      result: 'a2',
    });
    expect(later).toMatchObject({ depth: 3, result: 'a2' });
  });
});

it('does not offer a name made up from the address', () => {
  expect(suggestName({ name: 'ada.l', email: 'ada.l@example.org' })).toBe('');
  expect(suggestName({ name: 'User', email: '' })).toBe('');
  expect(suggestName({ name: 'Ada', email: 'ada.l@example.org' })).toBe('Ada');
});

describe('the answer about a flight', () => {
  // 23:30 on the 21st in Paris, and already the 22nd in Tokyo.
  const now = new Date('2026-11-21T22:30:00Z');
  const fault = (hasFlight: boolean | null, date: string, timeZone = 'Europe/Paris') =>
    validateFlightAnswer({ hasFlight, date }, timeZone, now);

  it('has to be given', () => expect(fault(null, '')).toBe('choose'));
  it('may be that there is none', () => expect(fault(false, '2020-01-01')).toBeNull());
  it('needs a date when there is one', () => expect(fault(true, '')).toBe('missing'));
  it('may be today', () => expect(fault(true, '2026-11-21')).toBeNull());
  it('cannot be in the past of the person’s own time zone', () => {
    expect(fault(true, '2026-11-20')).toBe('past');
    expect(fault(true, '2026-11-21', 'Asia/Tokyo')).toBe('past');
  });
});
