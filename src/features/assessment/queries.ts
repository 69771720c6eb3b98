import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AssessmentHistory, AssessmentState } from '#shared/contract/assessment.ts';
import type { User } from '#shared/contract/users.ts';
import { PROFILE_QUERY_KEY, useProfile } from '#web/features/account/queries.ts';
import { api, ApiError, type InputOf } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import {
  deleteUnsentWritesTo,
  runInPlaceOfUnsentWrites,
  waitForUnsentWritesApplied,
} from '#web/lib/sync/sync.ts';
import { defineSyncedWrite, useSyncedWrite } from '#web/lib/sync/synced-write.ts';
import {
  type AssessmentAnswers,
  type CheckInAnswers,
  isConsentAndAnswersMissing,
  areAnswersEqual,
  applyUnsentAnswers,
  addCheckInToHistory,
} from './model.ts';

export const ASSESSMENT_QUERY_KEY = ['/api/assessment'] as const;

/** The version of the consent text shown; typed by the contract, so that it matches the server's. */
export const SHOWN_HEALTH_CONSENT_VERSION: InputOf<'PUT /api/assessment/consent'>['body']['version'] =
  '2026-12';

/** How the answers under way are kept on the device and sent. */
export const draftAnswersWrite = defineSyncedWrite<'PUT /api/assessment/answers', AssessmentState>({
  route: 'PUT /api/assessment/answers',
  key: () => ASSESSMENT_QUERY_KEY,
  apply: (state, { body }, { queuedAt }) => applyUnsentAnswers(state, body, queuedAt),
});

/**
 * Query of consent, answers under way and the latest completed assessment. Where consent was withdrawn, it also deletes
 * the unsent answers on this device.
 */
export const assessmentQuery = queryOptions<AssessmentState>({
  queryKey: ASSESSMENT_QUERY_KEY,
  queryFn: async ({ signal, client }) => {
    // The answers to go on with are read once: those that an earlier load of the page left to be sent count too.
    const [state] = await Promise.all([
      api('GET /api/assessment', { signal }),
      waitForUnsentWritesApplied(),
    ]);
    const owner = client.getQueryData<User>(PROFILE_QUERY_KEY)?.id;
    // Consent may have been withdrawn on another device: unsent answers are deleted here, on whichever page.
    if (isConsentAndAnswersMissing(state) && owner)
      await deleteUnsentWritesTo(owner, [draftAnswersWrite.route]);
    return state;
  },
});

/** Query of the person's consent, answers under way and latest completed assessment. */
export function useAssessment() {
  return useQuery(assessmentQuery);
}

const HISTORY_KEY = ['/api/assessment/history'] as const;

/** Query of earlier results and weekly check-ins, the oldest first. */
export function useAssessmentHistory() {
  return useQuery<AssessmentHistory>({ queryKey: HISTORY_KEY, staleTime: 0 });
}

const checkIns = defineSyncedWrite<'POST /api/check-ins', AssessmentHistory>({
  route: 'POST /api/check-ins',
  key: () => HISTORY_KEY,
  apply: (history, { body }) => addCheckInToHistory(history, body),
});

/**
 * Returns `keep`, which saves a weekly check-in (queued for the server), and `refused`, the server's error for the last
 * one, or null.
 */
export function useQueueCheckIn() {
  const { write, refused } = useSyncedWrite(checkIns, useProfile().id, HISTORY_KEY);
  const keep = (answers: CheckInAnswers) =>
    write({ body: { id: crypto.randomUUID(), takenAt: now().toISOString(), answers } });
  return { keep, refused };
}

function useAssessmentCache() {
  const queryClient = useQueryClient();
  return (change: (state: AssessmentState) => AssessmentState) =>
    queryClient.setQueryData<AssessmentState>(
      ASSESSMENT_QUERY_KEY,
      (state) => state && change(state),
    );
}

/** Mutation that gives explicit consent to the storage of health data. */
export function useGiveHealthConsent() {
  const change = useAssessmentCache();
  return useMutation({
    mutationFn: () =>
      api('PUT /api/assessment/consent', {
        body: { given: true, version: SHOWN_HEALTH_CONSENT_VERSION },
      }),
    onSuccess: ({ givenAt }) =>
      change((state) => ({ ...state, consentGiven: true, consentGivenAt: givenAt })),
  });
}

/** Names the consent under which answers were given, where known. */
export const toConsentFields = (consentGivenAt: string | null | undefined) =>
  consentGivenAt ? { consentGivenAt } : {};

/**
 * Mutation that completes the assessment with its input, all answers. `wrapRequest` gets the request as a function and has
 * to call it. After a lost reply it first checks whether the server has completed it already.
 */
export function useCompleteAssessment(
  wrapRequest: (request: () => Promise<AssessmentState>) => Promise<AssessmentState>,
) {
  const queryClient = useQueryClient();
  const owner = useProfile().id;
  const change = useAssessmentCache();
  const replyWasLost = useRef(false);
  return useMutation({
    mutationFn: (answers: AssessmentAnswers) => wrapRequest(() => complete(answers)),
    onSuccess: (state) => change(() => state),
  });

  async function complete(answers: AssessmentAnswers): Promise<AssessmentState> {
    if (replyWasLost.current) {
      const now = await api('GET /api/assessment');
      if (now.completed && areAnswersEqual(now.completed.answers, answers)) return now;
    }
    try {
      const known = queryClient.getQueryData<AssessmentState>(ASSESSMENT_QUERY_KEY);
      const body = { answers, ...toConsentFields(known?.consentGivenAt) };
      return await runInPlaceOfUnsentWrites(owner, draftAnswersWrite.route, () =>
        api('POST /api/assessment/complete', { body }),
      );
    } catch (error) {
      replyWasLost.current = error instanceof ApiError && error.status === 0;
      throw error;
    }
  }
}

/** Mutation that sets the primary and secondary focus areas of the latest assessment. */
export function useSetFocusAreas() {
  const change = useAssessmentCache();
  return useMutation({
    mutationFn: (body: InputOf<'PUT /api/assessment/focus'>['body']) =>
      api('PUT /api/assessment/focus', { body }),
    onSuccess: (state) => change(() => state),
  });
}
