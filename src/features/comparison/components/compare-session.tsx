import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { todayIn } from '#shared/rules/flight-date.ts';
import type { CompletedAssessment } from '#web/features/assessment/components/report.tsx';
import { useAssessment } from '#web/features/assessment/queries.ts';
import { ownTimeZone } from '#web/lib/clock.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { formatDate } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { compare, type Comparison } from '../model.ts';
import { ComparedTable } from './compared-table.tsx';

type Session = Pick<ContentDetail, 'areas'>;

/** Lays the areas of a session beside the person's own latest answers. */
export function CompareSession({ content }: { content: Session }) {
  const { t } = useTranslation(['comparison', 'ui']);
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
      <Dialog
        open={open}
        onClose={close}
        title={t('comparison:title')}
        closeLabel={t('ui:actions.close')}
      >
        {/* Inside, so that the answers are asked for only by whoever opens it. */}
        <Body content={content} />
      </Dialog>
    </>
  );
}

function Body({ content }: { content: Session }) {
  const { t } = useTranslation(['comparison', 'ui']);
  const sentence = useErrorSentence();
  const { data, error, refetch } = useAssessment();
  if (data?.completed) return <Compared content={content} completed={data.completed} />;
  if (data) return <NoProfile content={content} />;
  if (!error) return <SkeletonList shape="line" count={4} label={t('comparison:loading')} />;
  return (
    <NotLoaded retry={() => void refetch()}>
      {t('comparison:failed')} {sentence(error)}
    </NotLoaded>
  );
}

function Compared(props: { content: Session; completed: CompletedAssessment }) {
  const { t, i18n } = useTranslation('comparison');
  const { answers, completedAt } = props.completed;
  const comparison = compare(props.content.areas, answers);
  const date = formatDate(todayIn(ownTimeZone(), new Date(completedAt)), i18n.language);
  return (
    <figure>
      <figcaption>
        <p className="text-lg">
          <Relation comparison={comparison} />
        </p>
        <p className="mt-2 text-sm text-ink-2">
          {t('lead', { date })}
          {comparison.strongest > 0 && ` ${t('bold', { count: comparison.strongest })}`}
        </p>
      </figcaption>
      <ComparedTable comparison={comparison} />
    </figure>
  );
}

/** How the session and the person's profile meet, in a sentence that promises nothing. */
function Relation({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation(['comparison', 'assessment']);
  const { met, strongest, shared } = comparison;
  if (strongest === 0) return t('comparison:relation.calm');
  if (shared > 0) return t('comparison:relation.meets', { shared, count: strongest });
  const [main] = met;
  const area = main ? t(`assessment:areas.${main.area}.name`) : '';
  return t('comparison:relation.elsewhere', { area, score: main?.score ?? 0, count: strongest });
}

/** Nothing to lay it beside: what the session is about, and the way to a profile. */
function NoProfile({ content }: { content: Session }) {
  const { t } = useTranslation(['comparison', 'assessment']);
  return (
    <>
      <p>{t('comparison:none.text')}</p>
      <p className="mt-5 text-sm text-ink-2">{t('comparison:met')}</p>
      <ul className="mt-1">
        {content.areas.map((area) => (
          <li key={area} className="border-b border-line py-2">
            {t(`assessment:areas.${area}.name`)}
          </li>
        ))}
      </ul>
      <Link href={paths.onboarding()} asChild>
        <ButtonLink className="mt-6 max-sm:w-full">{t('comparison:none.action')}</ButtonLink>
      </Link>
    </>
  );
}
