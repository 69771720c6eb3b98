import { useTranslation } from 'react-i18next';
import { ownTimeZone } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { averageInWords, dayInWords } from '../model.ts';
import { useAssessment } from '../queries.ts';

/** When the latest assessment was taken and what it said in one line. */
export function Assessment() {
  const { t, i18n } = useTranslation(['profile', 'ui']);
  const { data, error, refetch } = useAssessment();
  if (!data && error)
    return (
      <Notice
        tone="refusal"
        actions={
          <Button variant="secondary" onClick={() => void refetch()}>
            {t('ui:actions.tryAgain')}
          </Button>
        }
      >
        {t('profile:assessment.error')}
      </Notice>
    );
  if (!data) return <SkeletonList shape="line" count={2} label={t('profile:assessment.loading')} />;
  if (!data.completed) return <p className="text-ink-2">{t('profile:assessment.none')}</p>;
  const { report, completedAt } = data.completed;
  return (
    <p>
      {t('profile:assessment.taken', {
        date: dayInWords(new Date(completedAt), i18n.language, ownTimeZone()),
        level: t(`profile:assessment.level.${report.overallLevel}`),
        average: averageInWords(report.averageIntensity, i18n.language),
      })}
    </p>
  );
}
