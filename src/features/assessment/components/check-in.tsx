import { type ReactNode, useCallback, useState } from 'react';
import type { AssessmentHistory } from '#shared/contract/assessment.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { getReliableChangeThreshold } from '#shared/rules/reliable-change.ts';
import { now, getDeviceTimeZone } from '#web/lib/clock.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDate } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { formatAverage, computeFearWorryAvoidanceMean, findNextCheckInDate } from '../model.ts';
import { useQueueCheckIn } from '../queries.ts';
import { CheckInDialog } from './check-in-dialog.tsx';
import { ScoreHistoryChart } from './score-history-chart.tsx';

/** The weekly check-ins as a chart, and a button for a new one from a week after the last. */
export function CheckInAndHistorySection({
  checkIns,
}: {
  checkIns: AssessmentHistory['checkIns'];
}) {
  const { t, i18n } = useTranslation('assessment');
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const { keep, refused } = useQueueCheckIn();
  const sentence = useErrorMessage();
  const latest = checkIns.at(-1);
  const nextOn = findNextCheckInDate(checkIns, getDeviceTimeZone());
  const points = checkIns.map((one) => ({
    id: one.id,
    at: new Date(one.takenAt),
    value: computeFearWorryAvoidanceMean(one),
  }));
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-ink-2">{t('checkIn.lead')}</p>
      {latest && (
        <Value name={t('checkIn.means')}>
          {formatAverage(i18n.language, computeFearWorryAvoidanceMean(latest))}
        </Value>
      )}
      {points.length > 1 && (
        <ScoreHistoryChart points={points} band={getReliableChangeThreshold('check_in')} />
      )}
      {latest && <Value name={t('checkIn.confidenceName')}>{latest.answers.confidence}</Value>}
      {nextOn !== null && nextOn > getCivilDate(getDeviceTimeZone(), now()) ? (
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
      {refused && <Notice tone="refusal">{sentence(refused)}</Notice>}
      {open && <CheckInDialog keep={keep} onClose={close} />}
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
