import type { ReactNode } from 'react';
import type { AssessmentState } from '#shared/contract/assessment.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { formatDate } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { PageHeading } from '#web/ui/page.tsx';
import { describeReport, formatAverage } from '../model.ts';
import { ReportTable } from './report-table.tsx';

export type CompletedAssessment = NonNullable<AssessmentState['completed']>;

/** The report of a completed assessment: a row per area, three figures, and the high and low areas. */
export function ReportSection({
  completed,
  inPage = false,
  above,
}: {
  completed: CompletedAssessment;
  /** Used inside a page that has its own heading: omits the heading. */
  inPage?: boolean;
  /** Shown above the heading, such as the step count. */
  above?: ReactNode;
}) {
  const { t, i18n } = useTranslation('assessment');
  const { answers, report, completedAt } = completed;
  const lead = t('report.lead', {
    total: report.totalAreas,
    date: formatDate(getCivilDate(getDeviceTimeZone(), new Date(completedAt)), i18n.language),
  });
  return (
    <div>
      {inPage ? (
        <p className="mb-6 max-w-prose text-ink-2">{lead}</p>
      ) : (
        <PageHeading above={above} title={t('report.title')} lead={lead} />
      )}
      <div className="grid grid-cols-1 gap-8 wide:grid-cols-[1.5fr_1fr] wide:gap-16 roomy:gap-24">
        <ReportTable answers={answers} />
        <div className="grid grid-cols-1 content-start gap-6">
          <ReportFigures report={report} language={i18n.language} />
          <p>{describeReport(report, t)}</p>
          <HighAndLowAreas report={report} />
        </div>
      </div>
    </div>
  );
}

function ReportFigures({
  report,
  language,
}: {
  report: CompletedAssessment['report'];
  language: string;
}) {
  const { t } = useTranslation(['assessment', 'areas']);
  const name = 'text-sm text-ink-2';
  const figure = 'tabular font-serif text-2xl';
  return (
    // As many columns as fit the longest level without a line break.
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-x-6 gap-y-4 border-y border-line py-5">
      <div>
        <dt className={name}>{t('report.highCount')}</dt>
        <dd className={figure}>
          {t('report.ofTotal', { count: report.highAreas.length, total: report.totalAreas })}
        </dd>
      </div>
      <div>
        <dt className={name}>{t('report.peak')}</dt>
        <dd>
          <span className={`${figure} block`}>{report.peak.score}</span>
          <span className="block text-sm leading-snug text-ink-2">
            {t(`areas:${report.peak.area}`)}
          </span>
        </dd>
      </div>
      <div>
        <dt className={name}>{t('report.level')}</dt>
        <dd className={`${figure} wrap-normal`}>{t(`report.levels.${report.overallLevel}`)}</dd>
      </div>
      <div>
        <dt className={name}>{t('report.average')}</dt>
        <dd className={figure}>{formatAverage(language, report.averageIntensity)}</dd>
      </div>
    </dl>
  );
}

/** The high and low areas by name. */
function HighAndLowAreas({ report }: { report: CompletedAssessment['report'] }) {
  const { t } = useTranslation(['assessment', 'areas']);
  const names = (areas: typeof report.highAreas) =>
    areas.map((area) => t(`areas:${area}`)).join(' · ');
  const total = { total: report.totalAreas };
  return (
    <dl className="grid gap-4">
      <div>
        <dt className="text-sm text-ink-2">{t('report.highAreas')}</dt>
        <dd>{names(report.highAreas) || t('report.noHigh', total)}</dd>
      </div>
      <div>
        <dt className="text-sm text-ink-2">{t('report.lowAreas')}</dt>
        <dd>{names(report.lowAreas) || t('report.noLow', total)}</dd>
      </div>
    </dl>
  );
}
