import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { User } from '#shared/contract/users.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { LeaveAssessmentDialog } from '#web/features/assessment/components/leave-dialog.tsx';
import { AssessmentQuestion } from '#web/features/assessment/components/question.tsx';
import type { AssessmentDraft } from '#web/features/assessment/hooks/use-assessment-draft.ts';
import { getQuestionIndexToShow } from '#web/features/assessment/model.ts';
import { ASSESSMENT_QUERY_KEY, useCompleteAssessment } from '#web/features/assessment/queries.ts';
import { ApiError, isNetworkError } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { isHealthConsentChangedError } from '#web/lib/sync/write-policies.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Notice } from '#web/ui/notice.tsx';
import { OnboardingWithdrawConsentDialog } from './onboarding-footer.tsx';

/** The step of onboarding with the assessment's sixteen questions, one at a time, from the first unanswered one. */
export function QuestionsStep({
  profile,
  draft,
  question,
  onNext,
  onBack,
  wrapRequest,
  hasResult,
}: {
  profile: User;
  draft: AssessmentDraft;
  /** The index of the question that was come to, from 0; none is shown beyond the first unanswered one. */
  question: number;
  onNext: (question: number) => void;
  onBack: (question: number) => void;
  /** Runs the request that completes the assessment. */
  wrapRequest: Parameters<typeof useCompleteAssessment>[0];
  /** Whether an earlier result stays when these answers are discarded. */
  hasResult: boolean;
}) {
  const { t } = useTranslation(['assessment', 'errors']);
  const describeError = useErrorMessage();
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const complete = useCompleteAssessment(wrapRequest);
  const [first] = useState(() => getQuestionIndexToShow(draft.answers));
  const place = Math.min(question, getQuestionIndexToShow(draft.answers));
  const [asking, setAsking] = useState<'leave' | 'withdraw' | null>(null);
  const close = useCallback(() => setAsking(null), []);
  const area = FEAR_AREAS[place]?.key ?? FEAR_AREAS[0].key;

  // Consent was withdrawn on another device (and perhaps given again): refetch, and the consent step is shown.
  const outOfConsent =
    isHealthConsentChangedError(draft.problem) || isHealthConsentChangedError(complete.error);
  const hasNetwork = draft.problem instanceof ApiError && !isNetworkError(draft.problem);
  useEffect(() => {
    if (outOfConsent) void queryClient.invalidateQueries({ queryKey: ASSESSMENT_QUERY_KEY });
  }, [outOfConsent, queryClient]);

  const discard = () => {
    draft.discard();
    navigate(paths.profile('assessment'));
  };
  const next = () =>
    place < FEAR_AREAS.length - 1 ? onNext(place + 1) : complete.mutate(draft.answers);

  return (
    <>
      <AssessmentQuestion
        key={place}
        index={place}
        value={draft.answers[area] ?? null}
        onChange={draft.answer}
        onNext={next}
        onBack={place > 0 ? () => onBack(place - 1) : undefined}
        onLeave={() => setAsking('leave')}
        busy={complete.isPending}
        notice={
          complete.error ? (
            <Notice
              tone="refusal"
              title={t(
                profile.onboardingComplete
                  ? 'errors:reset_assessment'
                  : 'assessment:finishing.failed',
              )}
            >
              {describeError(complete.error)} {t('assessment:finishing.safe')}
            </Notice>
          ) : draft.problem && draft.pending ? (
            <output className="block text-sm text-notice">
              {t(hasNetwork ? 'assessment:question.unsent' : 'assessment:question.kept')}
            </output>
          ) : draft.renewals > 0 && place === first ? (
            <Notice live>{t('errors:consent_renewed')}</Notice>
          ) : null
        }
      />
      <LeaveAssessmentDialog
        open={asking === 'leave'}
        onClose={close}
        onWithdraw={() => setAsking('withdraw')}
        onDiscard={hasResult ? discard : undefined}
        pending={draft.problem !== null && draft.pending}
        canReadProfile={profile.onboardingComplete}
      />
      <OnboardingWithdrawConsentDialog open={asking === 'withdraw'} onClose={close} />
    </>
  );
}
