import { Link } from 'wouter';
import type { StudioOverview } from '#shared/contract/totals.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Stat } from '#web/ui/stats.tsx';
import { Section } from '#web/ui/page.tsx';

/** What waits for an answer by the operator, and the state of background jobs and storage. */
export function InboxesAndOperations({ overview }: { overview: StudioOverview }) {
  const { t, i18n } = useTranslation('studio-overview');
  const { inboxes, jobs, storage } = overview;
  const locale = i18n.language === 'fr' ? 'fr-FR' : 'en-GB';
  const bytes = (count: number) => {
    const isLarge = count >= 10_000_000_000;
    const unit = isLarge ? 'gigabyte' : 'megabyte';
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      maximumFractionDigits: 0,
    }).format(count / (isLarge ? 1_000_000_000 : 1_000_000));
  };
  const minutes = Math.round((jobs.oldestSeconds ?? 0) / 60);
  return (
    <Section title={t('house.title')}>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-5 sm:grid-cols-3 wide:grid-cols-4">
        <Stat name={t('house.questions')}>
          <Link
            href={paths.studioSupport()}
            className="text-link inline-flex min-h-11 min-w-11 items-center"
          >
            {inboxes.questions}
          </Link>
        </Stat>
        <Stat name={t('house.messages')}>
          <a href="#messages" className="text-link inline-flex min-h-11 min-w-11 items-center">
            {inboxes.messages}
          </a>
        </Stat>
        <Stat name={t('house.waitlist')}>{inboxes.waitlist}</Stat>
        <Stat name={t('house.waiting')}>{jobs.waiting + jobs.running}</Stat>
        <Stat name={t('house.failed')}>{jobs.failed}</Stat>
        <Stat name={t('house.database')}>{bytes(storage.databaseBytes)}</Stat>
        <Stat name={t('house.media')}>{bytes(storage.mediaBytes)}</Stat>
        <Stat name={t('house.free')}>
          {storage.freeBytes === null ? '–' : bytes(storage.freeBytes)}
        </Stat>
      </dl>
      <p className="mt-4 text-sm text-ink-2">
        {inboxes.oldestQuestionAt &&
          `${t('house.oldestQuestion', { at: formatDateTime(new Date(inboxes.oldestQuestionAt), i18n.language) })} `}
        {jobs.oldestSeconds === null ? t('house.allDone') : t('house.oldest', { count: minutes })}
      </p>
    </Section>
  );
}
