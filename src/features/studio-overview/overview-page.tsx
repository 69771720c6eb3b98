import { useState } from 'react';
import { Link, Redirect, useSearch } from 'wouter';
import type { StudioOverview } from '#shared/contract/totals.ts';
import { AuditLog } from '#web/features/admin/components/audit.tsx';
import { ContactMessages } from '#web/features/admin/components/contact-messages.tsx';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { listStudioPages } from '#web/features/admin/model.ts';
import { StoredEmails } from '#web/features/admin/components/stored-emails.tsx';
import { ApiTokens } from '#web/features/studio-tokens/components/api-tokens.tsx';
import { Webhooks } from '#web/features/studio-webhooks/components/webhooks.tsx';
import { SetupGuide } from '#web/features/studio-safety/components/setup-guide.tsx';
import { useProfile } from '#web/features/account/queries.ts';
import { useServerConfig } from '#web/features/identity/queries.ts';
import { now } from '#web/lib/clock.ts';
import { saveAsDownload } from '#web/lib/device.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { LoadError, Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { BarChart } from './components/chart.tsx';
import { Funnel } from './components/funnel.tsx';
import { FearChangeChart } from './components/fear-change.tsx';
import { WeeklyFigures } from './components/weekly-figures.tsx';
import { InboxesAndOperations } from './components/inboxes-and-operations.tsx';
import { RangeChoice } from './components/range-choice.tsx';
import { SubscriptionFigures } from './components/subscription-figures.tsx';
import { RetentionTable } from './components/retention-table.tsx';
import { buildOverviewCsv, computeDateRange } from './model.ts';
import { useOverview } from './queries.ts';

const FIRST_WEEKS = 8;

/** Loaded only for the outcomes. */
const OutcomesView = createLazyComponent(() =>
  import('#web/features/studio-outcomes/components/outcomes.tsx').then((m) => m.OutcomesView),
);

/** Loaded only for the e-mails. */
const LettersView = createLazyComponent(() =>
  import('#web/features/studio-letters/components/letters.tsx').then((m) => m.LettersView),
);

/** `/admin` and `/admin/dashboard`: the dashboard, with `outcomes` whether it helps, with `letters` the emails; a role that may not open it is led to its first page. */
export default function StudioOverviewPage() {
  const [first] = listStudioPages(useProfile().role);
  const view = new URLSearchParams(useSearch());
  if (first && first.key !== 'overview') return <Redirect to={first.path} replace />;
  if (view.has('letters')) return <LettersView above={<BackToDashboard />} />;
  return view.has('outcomes') ? <OutcomesView above={<BackToDashboard />} /> : <Dashboard />;
}

function BackToDashboard() {
  const { t } = useTranslation('studio-overview');
  return (
    <Link
      href={paths.admin()}
      aria-label={t('outcomes.back')}
      data-tooltip=""
      className="-ml-3 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunk"
    >
      <Icon name="back" className="size-5" />
    </Link>
  );
}

/** Statistics of all people together, what waits for the operator, and the audit log. */
function Dashboard() {
  const { t } = useTranslation([
    'studio-overview',
    'studio-webhooks',
    'studio-letters',
    'admin',
    'ui',
  ]);
  const describeError = useErrorMessage();
  const { data: installation } = useServerConfig();
  const [range, setRange] = useState(() => computeDateRange(FIRST_WEEKS, now()));
  const { data, error, refetch } = useOverview(range);
  return (
    <StudioFrame
      page="overview"
      title={t('admin:places.overview')}
      lead={t('admin:lead')}
      action={data && <SaveCsv overview={data} />}
    >
      {installation?.billing === 'off' && (
        <Notice title={t('admin:billing.off')}>{t('admin:billing.how')}</Notice>
      )}
      <SetupGuide />
      <RangeChoice range={range} onChange={setRange} />
      {error && <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>}
      {!data && !error && <SkeletonList count={4} label={t('ui:loading')} />}
      {data && <Pictures overview={data} />}
      <Section title={t('admin:messages.heading')} id="messages">
        <ContactMessages />
      </Section>
      <Section title={t('admin:audit.heading')}>
        <AuditLog />
      </Section>
      <Section title={t('admin:keptEmails.heading')}>
        <StoredEmails />
        <Link
          href={`${paths.admin()}?letters`}
          className="mt-2 inline-flex min-h-11 items-center underline decoration-edge underline-offset-6 hover:decoration-current"
        >
          {t('studio-letters:open')}
        </Link>
      </Section>
      <Section title={t('studio-overview:tokens.title')} id="tokens">
        <ApiTokens />
      </Section>
      <Section title={t('studio-webhooks:title')} id="webhooks">
        <Webhooks />
      </Section>
    </StudioFrame>
  );
}

function SaveCsv({ overview }: { overview: StudioOverview }) {
  const { t } = useTranslation('studio-overview');
  const name = `envol-${overview.from}-${overview.to}.csv`;
  return (
    <Button
      variant="quiet"
      icon={<Icon name="download" className="size-5" />}
      onClick={() => saveAsDownload(name, 'text/csv', buildOverviewCsv(overview))}
    >
      {t('csv')}
    </Button>
  );
}

function Pictures({ overview }: { overview: StudioOverview }) {
  const { t, i18n } = useTranslation('studio-overview');
  const { addedUpAt, cohorts, fear, flights } = overview;
  return (
    <>
      <p className="mb-4 max-w-prose text-sm text-ink-2">
        {addedUpAt === null
          ? t('notYet')
          : t('addedUp', { at: formatDateTime(new Date(addedUpAt), i18n.language) })}{' '}
        {t('few')}
      </p>
      <div className="grid gap-x-14 wide:grid-cols-2">
        <div className="min-w-0">
          <WeeklyFigures overview={overview} />
          <SubscriptionFigures recurring={overview.recurring} />
        </div>
        <div className="min-w-0">
          <Section title={t('funnel.title')}>
            <Funnel funnel={overview.funnel} />
          </Section>
          <Section title={t('returns.title')}>
            <RetentionTable cohorts={cohorts} />
          </Section>
          <Section title={t('fear.title')}>
            <FearChangeChart fear={fear} />
            <Link
              href={`${paths.admin()}?outcomes`}
              className="mt-2 inline-flex min-h-11 items-center underline decoration-edge underline-offset-6 hover:decoration-current"
            >
              {t('outcomes.open')}
            </Link>
          </Section>
          <Section title={t('flights.title')}>
            <p className="mb-2 text-sm text-ink-2">
              {flights.every((count) => count === 0)
                ? t('flights.none')
                : flights[0] === null || flights[0] === undefined
                  ? t('flights.few')
                  : t('flights.week', { count: flights[0] })}
            </p>
            {flights.some((count) => count !== 0) && (
              <BarChart series={[{ key: 'flights', name: '', values: flights }]} />
            )}
            <table className="sr-only">
              <caption>{t('flights.title')}</caption>
              <tbody>
                {flights.map((count, ahead) => (
                  <tr key={ahead}>
                    <th scope="row">{t('flights.ahead', { count: ahead })}</th>
                    <td>{count ?? t('hidden')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Section>
        </div>
      </div>
      <InboxesAndOperations overview={overview} />
    </>
  );
}
