import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CompletedAssessment, Report } from '#web/features/assessment/components/report.tsx';
import { averageIn } from '#web/features/assessment/model.ts';
import { useAssessment } from '#web/features/assessment/queries.ts';
import { ownTimeZone } from '#web/lib/clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { dayInWords } from '../model.ts';

/** The latest assessment in one line, and the whole of it on request. */
export function Assessment() {
  const { t } = useTranslation(['profile', 'ui']);
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
  return <Completed completed={data.completed} />;
}

function Completed({ completed }: { completed: CompletedAssessment }) {
  const { t, i18n } = useTranslation(['profile', 'assessment', 'ui']);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const { report, completedAt } = completed;
  return (
    <>
      <p>
        {t('profile:assessment.taken', {
          date: dayInWords(new Date(completedAt), i18n.language, ownTimeZone()),
          level: t(`assessment:report.levels.${report.overallLevel}`),
          average: averageIn(i18n.language, report.averageIntensity),
        })}
      </p>
      <Button variant="secondary" className="mt-4" onClick={() => setOpen(true)}>
        {t('profile:assessment.see')}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={t('profile:assessment.dialog')}
        closeLabel={t('ui:actions.close')}
      >
        <Report completed={completed} inDialog />
      </Dialog>
    </>
  );
}
