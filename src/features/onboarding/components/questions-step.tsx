import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#shared/contract/users.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { LeaveDialog } from '#web/features/assessment/components/leave-dialog.tsx';
import { Question } from '#web/features/assessment/components/question.tsx';
import { placeToResume } from '#web/features/assessment/model.ts';
import {
  ASSESSMENT_KEY,
  type Draft,
  isOutOfConsent,
  useCompleteAssessment,
} from '#web/features/assessment/queries.ts';
import { ApiError } from '#web/lib/api.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Withdraw } from './foot.tsx';

/** The sixteen areas, one at a time, from the first that has no answer yet. */
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
  const sentence = useErrorSentence();
  const queryClient = useQueryClient();
  const complete = useCompleteAssessment();
  const [first] = useState(() => placeToResume(draft.answers));
  const [place, setPlace] = useState(first);
  const [asking, setAsking] = useState<'leave' | 'withdraw' | null>(null);
  const close = useCallback(() => setAsking(null), []);
  const area = FEAR_AREAS[place]?.key ?? FEAR_AREAS[0].key;

  // Consent withdrawn on another device, and given again or not: the server says so, and the page asks anew.
  const outOfConsent = isOutOfConsent(draft.problem) || isOutOfConsent(complete.error);
  const hasNetwork = draft.problem instanceof ApiError && draft.problem.status !== 0;
  useEffect(() => {
    if (outOfConsent) void queryClient.invalidateQueries({ queryKey: ASSESSMENT_KEY });
  }, [outOfConsent, queryClient]);

  const finish = async () => {
    await draft.drop();
    complete.mutate(draft.answers, {
      onSuccess: () => {
        draft.forget();
        onDone();
      },
    });
  };
  const next = () => (place < FEAR_AREAS.length - 1 ? setPlace(place + 1) : void finish());

  return (
    <>
      <Question
        key={place}
        place={place}
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
              {sentence(complete.error)} {t('assessment:finishing.safe')}
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
        flush={draft.flush}
        canReadProfile={profile.onboardingComplete}
      />
      <Withdraw open={asking === 'withdraw'} onClose={close} />
    </>
  );
}
