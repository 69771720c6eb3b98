import { Link } from 'wouter';
import { areAnswersComplete } from '#shared/rules/fear-report.ts';
import { proposeLadder } from '#shared/rules/ladder.ts';
import { useAssessment } from '#web/features/assessment/queries.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { toLadderSteps, type LadderStep } from '../model.ts';

/**
 * Shown when the person has no exposure ladder yet: proposes one made from the assessment, to accept, or to write one's
 * own instead.
 */
export function EmptyLadder({
  onAccept,
  onWriteOwn,
}: {
  onAccept: (steps: LadderStep[]) => void;
  onWriteOwn: () => void;
}) {
  const { t } = useTranslation(['ladder', 'areas']);
  const { data } = useAssessment();
  if (!data) return <SkeletonList count={3} label={t('ladder:loading')} />;
  const own = (
    <Button variant="secondary" onClick={onWriteOwn}>
      {t('ladder:empty.own')}
    </Button>
  );
  const { completed } = data;
  if (!data.consentGiven)
    return (
      <EmptyState
        title={t('ladder:empty.consentFirst')}
        action={
          <Link href={paths.onboarding()} asChild>
            <ButtonLink variant="secondary">{t('ladder:empty.assess')}</ButtonLink>
          </Link>
        }
      >
        {t('ladder:empty.noConsent')}
      </EmptyState>
    );
  if (!completed || !areAnswersComplete(completed.answers))
    return (
      <EmptyState title={t('ladder:empty.title')} action={own}>
        {t('ladder:empty.noProfile')}
      </EmptyState>
    );
  const focus = {
    primary: completed.primaryFocus ?? completed.report.proposedFocus.primary,
    secondary: completed.secondaryFocus ?? completed.report.proposedFocus.secondary,
  };
  const proposed = proposeLadder(completed.answers, focus);
  return (
    <EmptyState
      title={t('ladder:empty.title')}
      action={
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => onAccept(toLadderSteps(proposed))}>
            {t('ladder:empty.propose')}
          </Button>
          {own}
        </div>
      }
    >
      {t('ladder:empty.text', {
        count: proposed.length,
        primary: t(`areas:${focus.primary}`),
        secondary: t(`areas:${focus.secondary}`),
      })}
    </EmptyState>
  );
}
