import { useCallback, useState } from 'react';
import { Link } from 'wouter';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import type { CompletedAssessment } from '#web/features/assessment/components/report.tsx';
import { useAssessment } from '#web/features/assessment/queries.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDate } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { compareAreasWithAnswers, type AreaComparison } from '../model.ts';
import { ComparedTable } from './compared-table.tsx';

type Session = Pick<ContentDetail, 'areas'>;

/** A button that opens a comparison of the fear areas a session is about with the person's latest answers. */
export function SessionComparisonButton({ content }: { content: Session }) {
  const { t } = useTranslation(['comparison']);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Button
        variant="quiet"
        className="text-left"
        icon={<Icon name="person" />}
        onClick={() => setOpen(true)}
      >
        {t('comparison:open')}
      </Button>
      <Dialog open={open} onClose={close} title={t('comparison:title')}>
        {/* Rendered inside the dialog, so that the answers are fetched only when it opens. */}
        <CompareSessionBody content={content} />
      </Dialog>
    </>
  );
}

function CompareSessionBody({ content }: { content: Session }) {
  const { t } = useTranslation(['comparison']);
  const describeError = useErrorMessage();
  const { data, error, refetch } = useAssessment();
  if (data?.completed) return <ComparisonResult content={content} completed={data.completed} />;
  if (data) return <NoProfile content={content} />;
  if (!error) return <SkeletonList shape="line" count={4} label={t('comparison:loading')} />;
  return (
    <LoadError retry={() => void refetch()}>
      {t('comparison:failed')} {describeError(error)}
    </LoadError>
  );
}

function ComparisonResult(props: { content: Session; completed: CompletedAssessment }) {
  const { t, i18n } = useTranslation('comparison');
  const { answers, completedAt } = props.completed;
  const comparison = compareAreasWithAnswers(props.content.areas, answers);
  const date = formatDate(getCivilDate(getDeviceTimeZone(), new Date(completedAt)), i18n.language);
  return (
    <figure>
      <figcaption>
        <p className="text-lg">
          <ComparisonSummary comparison={comparison} />
        </p>
        <p className="mt-2 text-sm text-ink-2">
          {t('lead', { date })}
          {comparison.strongestCount > 0 && ` ${t('bold', { count: comparison.strongestCount })}`}
        </p>
      </figcaption>
      <ComparedTable comparison={comparison} />
    </figure>
  );
}

/** One sentence on how the session's areas relate to the person's strongest, without a promise. */
function ComparisonSummary({ comparison }: { comparison: AreaComparison }) {
  const { t } = useTranslation(['comparison', 'assessment', 'areas']);
  const { sessionAreas, strongestCount, sharedCount } = comparison;
  if (strongestCount === 0) return t('comparison:relation.calm');
  if (sharedCount > 0)
    return t('comparison:relation.meets', { shared: sharedCount, count: strongestCount });
  const [main] = sessionAreas;
  const area = main ? t(`areas:${main.area}`) : '';
  return t('comparison:relation.elsewhere', {
    area,
    score: main?.score ?? 0,
    count: strongestCount,
  });
}

/** Shown without an assessment: what the session is about, and a link to take one. */
function NoProfile({ content }: { content: Session }) {
  const { t } = useTranslation(['comparison', 'assessment', 'areas']);
  return (
    <>
      <p>{t('comparison:none.text')}</p>
      <p className="mt-5 text-sm text-ink-2">{t('comparison:met')}</p>
      <ul className="mt-1">
        {content.areas.map((area) => (
          <li key={area} className="border-b border-line py-2">
            {t(`areas:${area}`)}
          </li>
        ))}
      </ul>
      <Link href={paths.onboarding()} asChild>
        <ButtonLink className="mt-6 max-sm:w-full">{t('comparison:none.action')}</ButtonLink>
      </Link>
    </>
  );
}
