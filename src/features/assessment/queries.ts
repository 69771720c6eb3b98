import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AssessmentHistory, AssessmentState } from '#shared/contract/assessment.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import { api, ApiError, type InputOf } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { draftSender } from './draft/sender.ts';
import {
  type Answers,
  answersToSend,
  isWithdrawn,
  mergeDraft,
  parseDraft,
  sameAnswers,
} from './model.ts';
import { forgetDraft, forgetDrafts, readDraft, writeDraft } from './store.ts';

export const ASSESSMENT_KEY = ['/api/assessment'] as const;

/** The wording of consent the person sees; the contract's type holds it to the server's. */
export const CONSENT_VERSION: InputOf<'PUT /api/assessment/consent'>['body']['version'] = '2026-11';

/** Consent, answers under way and the latest completed assessment. */
export const assessmentQuery = queryOptions<AssessmentState>({
  queryKey: ASSESSMENT_KEY,
  queryFn: async ({ signal }) => {
    const state = await api('GET /api/assessment', { signal });
    // Withdrawn on another device, perhaps: what could not be sent before leaves this one, on whichever page.
    if (isWithdrawn(state)) forgetDrafts();
    return state;
  },
});

/** The person's assessment. */
export function useAssessment() {
  return useQuery(assessmentQuery);
}

const HISTORY_KEY = ['/api/assessment/history'] as const;

/** Earlier results and weekly check-ins, the oldest first. */
export function useAssessmentHistory() {
  return useQuery<AssessmentHistory>({ queryKey: HISTORY_KEY, staleTime: 0 });
}

/** Sends a weekly check-in; tried again under the same name, it is kept once. */
export function useCheckIn() {
  const queryClient = useQueryClient();
  const [id] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: (answers: InputOf<'POST /api/check-ins'>['body']['answers']) =>
      api('POST /api/check-ins', { body: { id, takenAt: now().toISOString(), answers } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: HISTORY_KEY }),
  });
}

function useAssessmentCache() {
  const queryClient = useQueryClient();
  return (change: (state: AssessmentState) => AssessmentState) =>
    queryClient.setQueryData<AssessmentState>(ASSESSMENT_KEY, (state) => state && change(state));
}

/** Gives explicit consent for health data. */
export function useGiveConsent() {
  const change = useAssessmentCache();
  return useMutation({
    mutationFn: () =>
      api('PUT /api/assessment/consent', { body: { given: true, version: CONSENT_VERSION } }),
    onSuccess: () => change((state) => ({ ...state, consentGiven: true })),
  });
}

/** Completes the assessment. After a reply that was lost on the way, looks first whether it is complete already. */
export function useCompleteAssessment() {
  const change = useAssessmentCache();
  const replyWasLost = useRef(false);
  return useMutation({
    mutationFn: async (answers: Answers) => {
      if (replyWasLost.current) {
        const now = await api('GET /api/assessment');
        if (now.completed && sameAnswers(now.completed.answers, answers)) return now;
      }
      try {
        return await api('POST /api/assessment/complete', { body: { answers } });
      } catch (error) {
        replyWasLost.current = error instanceof ApiError && error.status === 0;
        throw error;
      }
    },
    onSuccess: (state) => change(() => state),
  });
}

/** Chooses the primary and secondary focus areas of the latest assessment. */
export function useChooseFocus() {
  const change = useAssessmentCache();
  return useMutation({
    mutationFn: (body: InputOf<'PUT /api/assessment/focus'>['body']) =>
      api('PUT /api/assessment/focus', { body }),
    onSuccess: (state) => change(() => state),
  });
}

/** Whoever leaves waits no longer than this for their answers to be sent, in milliseconds. */
const LEAVE_MS = 3_000;

/**
 * Brings to the server, for somebody who leaves, the answers under way that only this device has. Resolves to
 * whether nothing is left that it would keep.
 */
export async function deliverDraft(userId: string): Promise<boolean> {
  const signal = AbortSignal.timeout(LEAVE_MS);
  try {
    const state = await api('GET /api/assessment', { signal });
    const answers = answersToSend(parseDraft(readDraft(userId)), state);
    if (answers) await api('PUT /api/assessment/answers', { body: { answers }, signal });
    return true;
  } catch (error) {
    return error instanceof ApiError && error.code === 'consent_required';
  }
}

const isPassing = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;

/**
 * The answers under way, kept on this device with every change until the server has them, soon after, so
 * that neither a reload nor a lost connection costs one.
 */
export function useDraft(userId: string, state: AssessmentState) {
  const [draft, setDraft] = useState(() =>
    mergeDraft(parseDraft(readDraft(userId)), state.draft, state.completed?.completedAt ?? null),
  );
  const [problem, setProblem] = useState<unknown>(null);
  const changeCache = useAssessmentCache();
  // As a mutation, a save leads whoever is not signed in any more to sign in; back from there, it is sent again.
  const { mutateAsync: save } = useMutation({
    mutationFn: (answers: Answers) => api('PUT /api/assessment/answers', { body: { answers } }),
  });
  const [sender] = useState(() =>
    draftSender({
      save,
      isPassing,
      onSaved: (answers) => {
        forgetDraft(userId);
        changeCache((known) => (known.consentGiven ? { ...known, draft: answers } : known));
        setDraft((current) => ({ ...current, pending: false }));
        setProblem(null);
      },
      onFailed: setProblem,
    }),
  );

  useEffect(() => {
    const send = () => void sender.flush();
    addEventListener('online', send);
    return () => {
      removeEventListener('online', send);
      send();
    };
  }, [sender]);
  const [unsent] = useState(draft.pending ? draft.answers : null);
  useEffect(() => {
    if (unsent) sender.queue(unsent);
    else forgetDraft(userId);
  }, [sender, unsent, userId]);
  // Consent withdrawn, here or on another device: nothing stays behind here, nor goes out once it is given again.
  const withdrawn = isWithdrawn(state);
  useEffect(() => {
    if (!withdrawn) return;
    void sender.drop().then(() => {
      forgetDraft(userId);
      setDraft({ answers: {}, pending: false });
      setProblem(null);
    });
  }, [withdrawn, sender, userId]);

  return {
    answers: draft.answers,
    /** Answers that only this device has. */
    pending: draft.pending,
    /** Why the last attempt to send them failed, or null. */
    problem,
    answer: (area: FearArea, value: number) => {
      const answers: Answers = { ...draft.answers, [area]: value };
      writeDraft(userId, answers, now());
      setDraft({ answers, pending: true });
      sender.queue(answers);
    },
    flush: sender.flush,
    drop: () => sender.drop(),
    /** The assessment is complete: nothing of it stays behind on this device. */
    forget: () => forgetDraft(userId),
  };
}

export type Draft = ReturnType<typeof useDraft>;
