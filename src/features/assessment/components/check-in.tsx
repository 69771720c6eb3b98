import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssessmentHistory } from '#shared/contract/assessment.ts';
import { todayIn } from '#shared/rules/flight-date.ts';
import { changeBand } from '#shared/rules/reliable-change.ts';
import { now, ownTimeZone } from '#web/lib/clock.ts';
import { formatDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { checkInMean, mayCheckIn } from '../model.ts';
import { CheckInDialog } from './check-in-dialog.tsx';
import { CourseChart } from './course-chart.tsx';

const SIX_DAYS_MS = 6 * 86_400_000;

/** The weekly check-in: its course, and the way in when a week has passed. */
export function CheckIn({ checkIns }: { checkIns: AssessmentHistory['checkIns'] }) {
  const { t, i18n } = useTranslation('assessment');
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const latest = checkIns.at(-1);
  const points = checkIns.map((one) => ({
    id: one.id,
    at: new Date(one.takenAt),
    value: checkInMean(one),
  }));
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-ink-2">{t('checkIn.lead')}</p>
      {points.length > 1 && (
        <figure className="grid gap-2">
          <figcaption className="text-sm text-ink-2">{t('checkIn.means')}</figcaption>
          <CourseChart points={points} band={changeBand('check_in')} />
        </figure>
      )}
      {latest && (
        <p>
          {t('checkIn.confidenceName')}
          {' · '}
          <span className="tabular font-serif text-lg">{latest.answers.confidence}</span>
        </p>
      )}
      {mayCheckIn(checkIns, now()) ? (
        <div>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {t('checkIn.open')}
          </Button>
        </div>
      ) : (
        latest && (
          <p className="text-sm text-ink-2">
            {t('checkIn.soon', {
              date: formatDate(
                todayIn(ownTimeZone(), new Date(Date.parse(latest.takenAt) + SIX_DAYS_MS)),
                i18n.language,
              ),
            })}
          </p>
        )
      )}
      {open && <CheckInDialog onClose={close} />}
    </div>
  );
}
