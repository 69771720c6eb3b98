import { useEffect, useReducer } from 'react';
import type { AssessmentState } from '#shared/contract/assessment.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import { now } from '#web/lib/clock.ts';
import { deleteUnsentWritesTo, hasUnsentWriteTo } from '#web/lib/sync/sync.ts';
import { onWriteOutcome, useSyncedWrite } from '#web/lib/sync/synced-write.ts';
import {
  isUnderFormerConsent,
  reduceAssessmentDraft,
  createAssessmentDraftState,
} from '../draft/reducer.ts';
import type { AssessmentAnswers } from '../model.ts';
import { ASSESSMENT_QUERY_KEY, draftAnswersWrite, toConsentFields } from '../queries.ts';

/**
 * Returns the state of the answers under way, `answer`, which sets one, and `discard`, which deletes all; both queue
 * the change for the server at once. Answers under a consent that was withdrawn or renewed are dropped.
 */
export function useAssessmentDraft(owner: string, state: AssessmentState) {
  const [draft, dispatch] = useReducer(reduceAssessmentDraft, state, (loaded) =>
    createAssessmentDraftState(loaded, hasUnsentWriteTo(draftAnswersWrite.route)),
  );
  const { write } = useSyncedWrite(draftAnswersWrite, owner, ASSESSMENT_QUERY_KEY);
  const { under } = draft;
  useEffect(
    () =>
      onWriteOutcome(draftAnswersWrite, ({ body }, outcome) =>
        dispatch(
          'error' in outcome
            ? { type: 'failed', error: outcome.error }
            : { type: 'saved', answers: body.answers },
        ),
      ),
    [],
  );
  // Consent withdrawn, here or on another device, and given again or not: nothing stays behind here, nor goes out.
  const isOver = isUnderFormerConsent(under, state);
  useEffect(() => {
    if (!isOver) return;
    const renew = () => dispatch({ type: 'consent_changed', state });
    // Before the first consent nothing was written.
    if (under === null) renew();
    else void deleteUnsentWritesTo(owner, [draftAnswersWrite.route]).then(renew);
  }, [isOver, owner, state, under]);

  return {
    ...draft,
    answer: (area: FearArea, value: number) => {
      const answers: AssessmentAnswers = { ...draft.answers, [area]: value };
      dispatch({ type: 'answered', area, value });
      write({ body: { answers, ...toConsentFields(under), writtenAt: now().toISOString() } });
    },
    discard: () => {
      dispatch({ type: 'discarded' });
      const body = { answers: {}, ...toConsentFields(under), writtenAt: now().toISOString() };
      write({ body });
    },
  };
}

export type AssessmentDraft = ReturnType<typeof useAssessmentDraft>;
