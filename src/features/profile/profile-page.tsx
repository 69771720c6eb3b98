import { Link, useSearch } from 'wouter';
import {
  LazyFlightFearComparisonsSection,
  LazyFlightLedger,
} from '#web/features/ledger/components/lazy-ledger.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { Page, PageHeading, Section } from '#web/ui/page.tsx';
import { useSubscriptionStatus } from '#web/features/account/queries.ts';
import { OverviewTab } from './components/overview.tsx';
import { ProgressTab } from './components/progress.tsx';
import { type ProfileTab, parseProfileTab, PROFILE_TABS } from './model.ts';

const ResultHistory = createLazyComponent(() =>
  import('#web/features/assessment/components/results-and-check-ins.tsx').then(
    (m) => m.ResultsAndCheckInsSection,
  ),
);
const AssessmentTab = createLazyComponent(() =>
  import('./components/assessment.tsx').then((m) => m.AssessmentTab),
);
const Settings = createLazyComponent(() =>
  import('./components/settings.tsx').then((m) => m.SettingsTab),
);

/** The profile page, open without a pass too. */
export default function ProfilePage() {
  const { t } = useTranslation('profile');
  const tab = parseProfileTab(useSearch());
  usePageTitle(`${t(`tabs.${tab}`)} · ${t('title')}`);
  return (
    <Page>
      <PageHeading
        title={tab === 'assessment' ? <PrintedReport name={t('title')} /> : t('title')}
      />
      <Tabs current={tab} />
      <div>
        {tab === 'overview' && <OverviewTab />}
        {tab === 'progress' && (
          <ProgressTab>
            <LadderEntry />
            <LazyFlightLedger />
          </ProgressTab>
        )}
        {tab === 'assessment' && (
          <>
            <Section title={<span className="print:hidden">{t('assessment.heading')}</span>}>
              <AssessmentTab />
            </Section>
            <ResultHistory />
            <LazyFlightFearComparisonsSection />
          </>
        )}
        {tab === 'settings' && <Settings />}
      </div>
    </Page>
  );
}

function PrintedReport({ name }: { name: string }) {
  const { t } = useTranslation('profile');
  return (
    <>
      <span className="print:hidden">{name}</span>
      <span className="hidden print:inline">{t('assessment.heading')}</span>
    </>
  );
}

/** A link to the ladder; hidden without a pass. */
function LadderEntry() {
  const { t } = useTranslation('profile');
  const { data: pass } = useSubscriptionStatus();
  if (!pass?.hasActiveAccess) return null;
  return (
    <Section title={t('ladder.heading')} printed={false}>
      <p className="mb-4 max-w-prose text-ink-2">{t('ladder.text')}</p>
      <Link href={paths.ladder()} asChild>
        <ButtonLink variant="secondary">{t('ladder.open')}</ButtonLink>
      </Link>
    </Section>
  );
}

/** The tabs of the profile. Each has its own URL, so that back, reload and links work. */
function Tabs({ current }: { current: ProfileTab }) {
  const { t } = useTranslation('profile');
  return (
    <nav aria-label={t('tabs.label')} className="mb-8 border-b border-line">
      <ul className="-mx-2 -mb-px flex flex-wrap text-[0.9375rem] sm:gap-x-4 sm:text-base">
        {PROFILE_TABS.map((tab) => (
          <li key={tab}>
            <Link
              href={paths.profile(tab)}
              aria-current={tab === current ? 'page' : undefined}
              className="group flex min-h-[min(3rem,48px)] px-2 whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:text-ink"
            >
              <span className="flex items-center border-b-2 border-transparent group-aria-[current]:border-horizon">
                {t(`tabs.${tab}`)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
