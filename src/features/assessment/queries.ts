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
  cleanAnswers,
  isWithdrawn,
  type LocalDraft,
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
    onSuccess: ({ givenAt }) =>
      change((state) => ({ ...state, consentGiven: true, consentGivenAt: givenAt })),
  });
}

/** Tells under which consent answers were given, where that is known. */
const underConsent = (consentGivenAt: string | null | undefined) =>
  consentGivenAt ? { consentGivenAt } : {};

/** Whether the server refused because consent was withdrawn elsewhere, and given again or not. */
export const isOutOfConsent = (error: unknown) =>
  error instanceof ApiError && ['consent_required', 'consent_renewed'].includes(error.code);

/** Completes the assessment. After a reply that was lost on the way, looks first whether it is complete already. */
export function useCompleteAssessment() {
  const queryClient = useQueryClient();
  const change = useAssessmentCache();
  const replyWasLost = useRef(false);
  return useMutation({
    mutationFn: async (answers: Answers) => {
      if (replyWasLost.current) {
        const now = await api('GET /api/assessment');
        if (now.completed && sameAnswers(now.completed.answers, answers)) return now;
      }
      try {
        const known = queryClient.getQueryData<AssessmentState>(ASSESSMENT_KEY);
        const body = { answers, ...underConsent(known?.consentGivenAt) };
        return await api('POST /api/assessment/complete', { body });
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
    const { consentGivenAt } = state;
    const answers = answersToSend(parseDraft(readDraft(userId), consentGivenAt), state);
    const body = answers && { answers, ...underConsent(consentGivenAt) };
    if (body) await api('PUT /api/assessment/answers', { body, signal });
    return true;
  } catch (error) {
    return isOutOfConsent(error);
  }
}

const isPassing = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;

/** Answers, and the consent under which they were given. */
type Given = Pick<LocalDraft, 'answers' | 'consentGivenAt'>;

/**
 * The answers under way, kept on this device with every change until the server has them, soon after, so
 * that neither a reload nor a lost connection costs one.
 */
export function useDraft(userId: string, state: AssessmentState) {
  const { consentGivenAt, draft: kept } = state;
  const [draft, setDraft] = useState(() => ({
    ...mergeDraft(
      parseDraft(readDraft(userId), consentGivenAt),
      kept,
      state.completed?.completedAt ?? null,
    ),
    /** The consent under which it was begun. */
    under: consentGivenAt,
  }));
  const { under } = draft;
  const [problem, setProblem] = useState<unknown>(null);
  const [renewals, setRenewals] = useState(0);
  const changeCache = useAssessmentCache();
  // As a mutation, a save leads whoever is not signed in any more to sign in; back from there, it is sent again.
  const { mutateAsync: save } = useMutation({
    mutationFn: ({ answers, consentGivenAt: at }: Given) =>
      api('PUT /api/assessment/answers', { body: { answers, ...underConsent(at) } }),
  });
  const [sender] = useState(() =>
    draftSender({
      save,
      isPassing,
      onSaved: (given: Given) => {
        forgetDraft(userId);
        changeCache((known) =>
          known.consentGiven && known.consentGivenAt === given.consentGivenAt
            ? { ...known, draft: given.answers }
            : known,
        );
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
  const [unsent] = useState(
    draft.pending ? { answers: draft.answers, consentGivenAt: under } : null,
  );
  useEffect(() => {
    if (unsent) sender.queue(unsent);
    else forgetDraft(userId);
  }, [sender, unsent, userId]);
  // Consent withdrawn, here or on another device, and given again or not: nothing stays behind here, nor goes out.
  const withdrawn = isWithdrawn(state);
  useEffect(() => {
    if (!withdrawn && consentGivenAt === under) return;
    void sender.drop().then(() => {
      if (!withdrawn && under !== null) setRenewals((times) => times + 1);
      forgetDraft(userId);
      setDraft({ answers: cleanAnswers(kept), pending: false, under: consentGivenAt });
      setProblem(null);
    });
  }, [withdrawn, consentGivenAt, under, kept, sender, userId]);

  return {
    answers: draft.answers,
    /** Answers that only this device has. */
    pending: draft.pending,
    /** Why the last attempt to send them failed, or null. */
    problem,
    /** How often consent was withdrawn elsewhere and given again, so that the answers began anew. */
    renewals,
    answer: (area: FearArea, value: number) => {
      const answers: Answers = { ...draft.answers, [area]: value };
      const given = { answers, consentGivenAt: under };
      writeDraft(userId, given, now());
      setDraft({ answers, pending: true, under });
      sender.queue(given);
    },
    flush: sender.flush,
    drop: () => sender.drop(),
    /** The assessment is complete: nothing of it stays behind on this device. */
    forget: () => forgetDraft(userId),
  };
}

export type Draft = ReturnType<typeof useDraft>;
