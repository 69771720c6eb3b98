import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssessmentState } from '#shared/contract/assessment.ts';
import { todayIn } from '#shared/rules/flight-date.ts';
import { ownTimeZone } from '#web/lib/clock.ts';
import { formatDate } from '#web/lib/format.ts';
import { PageHeading } from '#web/ui/page.tsx';
import { averageIn } from '../model.ts';
import { ReportTable } from './report-table.tsx';

export type CompletedAssessment = NonNullable<AssessmentState['completed']>;

/** A completed assessment as a picture that can be read: rows, three figures, what is high and what is low. */
export function Report({
  completed,
  inPage = false,
  above,
}: {
  completed: CompletedAssessment;
  /** Below a heading of the page around it: leaves its own out, and keeps to one column. */
  inPage?: boolean;
  /** What stands above the heading, such as the place on the way. */
  above?: ReactNode;
}) {
  const { t, i18n } = useTranslation('assessment');
  const { answers, report, completedAt } = completed;
  const lead = t('report.lead', {
    total: report.totalAreas,
    date: formatDate(todayIn(ownTimeZone(), new Date(completedAt)), i18n.language),
  });
  return (
    <div>
      {inPage ? (
        <p className="mb-6 text-ink-2">{lead}</p>
      ) : (
        <PageHeading above={above} title={t('report.title')} lead={lead} />
      )}
      <div
        className={
          inPage
            ? 'grid grid-cols-1 gap-8'
            : 'grid grid-cols-1 gap-8 wide:grid-cols-[1.5fr_1fr] wide:gap-16'
        }
      >
        <ReportTable answers={answers} />
        <div className="grid grid-cols-1 content-start gap-6">
          <Figures report={report} language={i18n.language} />
          <p>{t(`report.levelText.${report.overallLevel}`)}</p>
          <Extremes report={report} />
        </div>
      </div>
    </div>
  );
}

function Figures({
  report,
  language,
}: {
  report: CompletedAssessment['report'];
  language: string;
}) {
  const { t } = useTranslation('assessment');
  const name = 'text-sm text-ink-2';
  const figure = 'tabular font-serif text-2xl';
  return (
    // As many beside each other as have room for the longest level in one piece.
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-x-6 gap-y-4 border-y border-line py-5">
      <div>
        <dt className={name}>{t('report.average')}</dt>
        <dd className={figure}>{averageIn(language, report.averageIntensity)}</dd>
      </div>
      <div>
        <dt className={name}>{t('report.peak')}</dt>
        <dd>
          <span className={`${figure} block`}>{report.peak.score}</span>
          <span className="block text-sm leading-snug text-ink-2">
            {t(`areas.${report.peak.area}.name`)}
          </span>
        </dd>
      </div>
      <div>
        <dt className={name}>{t('report.level')}</dt>
        <dd className={`${figure} wrap-normal`}>{t(`report.levels.${report.overallLevel}`)}</dd>
      </div>
    </dl>
  );
}

/** The high and the low areas by name, for whoever does not read them off the lines. */
function Extremes({ report }: { report: CompletedAssessment['report'] }) {
  const { t } = useTranslation('assessment');
  const names = (areas: typeof report.highAreas) =>
    areas.map((area) => t(`areas.${area}.name`)).join(' · ');
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
