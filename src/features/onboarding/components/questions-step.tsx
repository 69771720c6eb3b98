import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#shared/contract/users.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { LeaveDialog } from '#web/features/assessment/components/leave-dialog.tsx';
import { Question } from '#web/features/assessment/components/question.tsx';
import { findResumeIndex } from '#web/features/assessment/model.ts';
import {
  ASSESSMENT_KEY,
  type Draft,
  useCompleteAssessment,
} from '#web/features/assessment/queries.ts';
import { ApiError } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { isConsentError } from '#web/lib/sync/write-policies.ts';
import { Notice } from '#web/ui/notice.tsx';
import { WithdrawConsent } from './onboarding-footer.tsx';

/** Asks the sixteen questions one at a time, from the first unanswered one. */
export function QuestionsStep({
  profile,
  draft,
  onDone,
}: {
  profile: User;
  draft: Draft;
  onDone: () => void;
}) {
  const { t } = useTranslation(['assessment', 'errors']);
  const describeError = useErrorMessage();
  const queryClient = useQueryClient();
  const complete = useCompleteAssessment();
  const [first] = useState(() => findResumeIndex(draft.answers));
  const [place, setPlace] = useState(first);
  const [asking, setAsking] = useState<'leave' | 'withdraw' | null>(null);
  const close = useCallback(() => setAsking(null), []);
  const area = FEAR_AREAS[place]?.key ?? FEAR_AREAS[0].key;

  // Consent was withdrawn on another device (and perhaps given again): refetch, and the consent step is shown.
  const outOfConsent = isConsentError(draft.problem) || isConsentError(complete.error);
  const hasNetwork = draft.problem instanceof ApiError && draft.problem.status !== 0;
  useEffect(() => {
    if (outOfConsent) void queryClient.invalidateQueries({ queryKey: ASSESSMENT_KEY });
  }, [outOfConsent, queryClient]);

  const finish = () => complete.mutate(draft.answers, { onSuccess: onDone });
  const next = () => (place < FEAR_AREAS.length - 1 ? setPlace(place + 1) : finish());

  return (
    <>
      <Question
        key={place}
        index={place}
        value={draft.answers[area] ?? null}
        onChange={draft.answer}
        onNext={next}
        onBack={place > 0 ? () => setPlace(place - 1) : undefined}
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
      <LeaveDialog
        open={asking === 'leave'}
        onClose={close}
        onWithdraw={() => setAsking('withdraw')}
        pending={draft.problem !== null && draft.pending}
        canReadProfile={profile.onboardingComplete}
      />
      <WithdrawConsent open={asking === 'withdraw'} onClose={close} />
    </>
  );
}
