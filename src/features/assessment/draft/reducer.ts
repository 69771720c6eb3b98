import type { AssessmentState } from '#shared/contract/assessment.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import {
  type AssessmentAnswers,
  parseAnswers,
  isConsentAndAnswersMissing,
  areAnswersEqual,
} from '../model.ts';

/** The answers of an assessment under way, as its page knows them. */
export interface AssessmentDraftState {
  answers: AssessmentAnswers;
  /** Whether some answers have not reached the server yet. */
  pending: boolean;
  /** Why the last attempt to send them failed, or null. */
  problem: unknown;
  /** The consent under which they were given; null before the first. */
  under: string | null;
  /** How often consent was withdrawn elsewhere and given again, so that the answers began anew. */
  renewals: number;
}

export type AssessmentDraftEvent =
  | { type: 'answered'; area: FearArea; value: number }
  | { type: 'discarded' }
  | { type: 'saved'; answers: AssessmentAnswers }
  | { type: 'failed'; error: unknown }
  | { type: 'consent_changed'; state: AssessmentState };

/**
 * Creates the reducer's first state of an unfinished assessment; `pending` when it contains answers of an earlier page
 * load that are not sent yet.
 */
export const createAssessmentDraftState = (
  { draft, consentGivenAt }: Pick<AssessmentState, 'draft' | 'consentGivenAt'>,
  pending: boolean,
): AssessmentDraftState => ({
  answers: parseAnswers(draft),
  pending,
  problem: null,
  under: consentGivenAt,
  renewals: 0,
});

/**
 * Returns whether answers given under a consent must not be stored now, because that consent was withdrawn or renewed
 * since. `under` is when that consent was given (null: before any).
 */
export const isUnderFormerConsent = (under: string | null, state: AssessmentState): boolean =>
  state.consentGivenAt !== under || (under !== null && isConsentAndAnswersMissing(state));

/**
 * Reducer of an unfinished assessment: returns its state after an event. `consent_changed` clears the answers if their
 * consent was withdrawn or renewed.
 */
export function reduceAssessmentDraft(
  draft: AssessmentDraftState,
  event: AssessmentDraftEvent,
): AssessmentDraftState {
  switch (event.type) {
    case 'answered':
      return { ...draft, answers: { ...draft.answers, [event.area]: event.value }, pending: true };
    case 'discarded':
      return { ...draft, answers: {}, pending: true };
    case 'saved':
      // Newer answers may be on their way.
      return areAnswersEqual(event.answers, draft.answers)
        ? { ...draft, pending: false, problem: null }
        : draft;
    case 'failed':
      return { ...draft, problem: event.error };
    default: {
      if (!isUnderFormerConsent(draft.under, event.state)) return draft;
      // The first consent: the questions may have been answered before the page noticed it.
      if (draft.under === null) {
        const answers = { ...parseAnswers(event.state.draft), ...draft.answers };
        return { ...draft, answers, under: event.state.consentGivenAt };
      }
      const isRenewed = draft.under !== null && !isConsentAndAnswersMissing(event.state);
      return {
        ...createAssessmentDraftState(event.state, false),
        renewals: draft.renewals + (isRenewed ? 1 : 0),
      };
    }
  }
}
