import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssessmentHistory } from '#shared/contract/assessment.ts';
import { todayIn } from '#shared/rules/flight-date.ts';
import { changeBand } from '#shared/rules/reliable-change.ts';
import { now, ownTimeZone } from '#web/lib/clock.ts';
import { formatDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { averageIn, checkInMean, nextCheckInOn } from '../model.ts';
import { CheckInDialog } from './check-in-dialog.tsx';
import { CourseChart } from './course-chart.tsx';

/** The weekly check-in: its course, and the way in when a week has passed. */
export function CheckIn({ checkIns }: { checkIns: AssessmentHistory['checkIns'] }) {
  const { t, i18n } = useTranslation('assessment');
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const latest = checkIns.at(-1);
  const nextOn = nextCheckInOn(checkIns, ownTimeZone());
  const points = checkIns.map((one) => ({
    id: one.id,
    at: new Date(one.takenAt),
    value: checkInMean(one),
  }));
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-ink-2">{t('checkIn.lead')}</p>
      {latest && (
        <Value name={t('checkIn.means')}>{averageIn(i18n.language, checkInMean(latest))}</Value>
      )}
      {points.length > 1 && <CourseChart points={points} band={changeBand('check_in')} />}
      {latest && <Value name={t('checkIn.confidenceName')}>{latest.answers.confidence}</Value>}
      {nextOn !== null && nextOn > todayIn(ownTimeZone(), now()) ? (
        <p className="text-sm text-ink-2">
          {t('checkIn.soon', { date: formatDate(nextOn, i18n.language) })}
        </p>
      ) : (
        <div>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {t('checkIn.open')}
          </Button>
        </div>
      )}
      {open && <CheckInDialog onClose={close} />}
    </div>
  );
}

function Value({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p>
      {name}
      {' · '}
      <span className="tabular font-serif text-lg">{children}</span>
    </p>
  );
}
