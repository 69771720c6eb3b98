import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssessmentState } from '#shared/contract/assessment.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import type { AssessmentAnswers } from '../model.ts';
import {
  type AssessmentDraftEvent,
  type AssessmentDraftState,
  isUnderFormerConsent,
  reduceAssessmentDraft,
  createAssessmentDraftState,
} from './reducer.ts';

const CONSENTS = [null, '2026-11-21T09:00:00.000Z', '2026-11-21T10:00:00.000Z'] as const;
const area = fc.constantFrom(...FEAR_AREAS.map(({ key }) => key));
const value = fc.integer({ min: 0, max: 10 });
const answers: fc.Arbitrary<AssessmentAnswers> = fc.dictionary(area, value, { maxKeys: 3 });
const state: fc.Arbitrary<AssessmentState> = fc
  .record({ consentGivenAt: fc.constantFrom(...CONSENTS), draft: answers })
  .map(({ consentGivenAt, draft }) => ({
    consentGiven: consentGivenAt !== null,
    consentGivenAt,
    draft: consentGivenAt === null ? {} : draft,
    completed: null,
  }));
const answered = fc.record({ type: fc.constant('answered' as const), area, value });
const saved = fc.record({ type: fc.constant('saved' as const), answers });
const failed = fc.record({ type: fc.constant('failed' as const), error: fc.string() });
const consentChanged = fc.record({ type: fc.constant('consent_changed' as const), state });
const event: fc.Arbitrary<AssessmentDraftEvent> = fc.oneof(answered, saved, failed, consentChanged);

const run = (draft: AssessmentDraftState, events: readonly AssessmentDraftEvent[]) =>
  events.reduce(reduceAssessmentDraft, draft);
const drafts = fc
  .tuple(state, fc.boolean(), fc.array(event, { maxLength: 12 }))
  .map(([at, pending, events]) => run(createAssessmentDraftState(at, pending), events));

describe('the answers under way', () => {
  it('are those given last, over those that the server had', () => {
    fc.assert(
      fc.property(state, fc.array(fc.oneof(answered, saved, failed)), (at, events) => {
        const expected: AssessmentAnswers = { ...at.draft };
        for (const one of events) if (one.type === 'answered') expected[one.area] = one.value;
        expect(run(createAssessmentDraftState(at, false), events).answers).toEqual(expected);
      }),
    );
  });

  it('wait from an answer until the server has just these', () => {
    fc.assert(
      fc.property(drafts, answered, saved, (before, given, other) => {
        const draft = reduceAssessmentDraft(before, given);
        expect(draft.pending).toBe(true);
        const told = reduceAssessmentDraft(draft, { type: 'saved', answers: draft.answers });
        expect(told).toMatchObject({ answers: draft.answers, pending: false, problem: null });
        const older = { ...other.answers, [given.area]: (given.value + 1) % 11 };
        expect(reduceAssessmentDraft(draft, { type: 'saved', answers: older })).toBe(draft);
      }),
    );
  });

  it('lose nothing by a failure', () => {
    fc.assert(
      fc.property(drafts, failed, (before, failure) => {
        const draft = reduceAssessmentDraft(before, failure);
        expect(draft).toEqual({ ...before, problem: failure.error });
      }),
    );
  });

  it('given since the first consent are kept when the page notices it', () => {
    fc.assert(
      fc.property(drafts, state, (before, at) => {
        fc.pre(before.under === null && at.consentGiven);
        const draft = reduceAssessmentDraft(before, { type: 'consent_changed', state: at });
        const answers = { ...at.draft, ...before.answers };
        expect(draft).toEqual({ ...before, answers, under: at.consentGivenAt });
      }),
    );
  });

  it('keep nothing of a consent that was withdrawn, and count that it was given again', () => {
    fc.assert(
      fc.property(drafts, state, (before, at) => {
        fc.pre(before.under !== null);
        const draft = reduceAssessmentDraft(before, { type: 'consent_changed', state: at });
        if (!isUnderFormerConsent(before.under, at)) {
          expect(draft).toBe(before);
          return;
        }
        expect(draft).toMatchObject({ answers: at.draft, pending: false, problem: null });
        expect(draft.under).toBe(at.consentGivenAt);
        const isRenewed = at.consentGivenAt !== null;
        expect(draft.renewals - before.renewals).toBe(isRenewed ? 1 : 0);
      }),
    );
  });
});
