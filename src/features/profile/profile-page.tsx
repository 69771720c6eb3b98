import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { History } from '#web/features/assessment/components/history.tsx';
import { LateLedger } from '#web/features/ledger/components/late.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Page, PageHeading, Section } from '#web/ui/page.tsx';
import { Assessment } from './components/assessment.tsx';
import { LadderEntry } from './components/ladder-entry.tsx';
import { Overview } from './components/overview.tsx';
import { Progress } from './components/progress.tsx';
import { Settings } from './components/settings.tsx';
import { Tabs } from './components/tabs.tsx';
import { tabOf } from './model.ts';

/** What the product knows of the person, and what they can set; open to those without a pass too. */
export default function ProfilePage() {
  const { t } = useTranslation('profile');
  const tab = tabOf(useSearch());
  usePageTitle(`${t(`tabs.${tab}`)} · ${t('title')}`);
  return (
    <Page narrow>
      <PageHeading title={tab === 'assessment' ? <OnPaper name={t('title')} /> : t('title')} />
      <Tabs current={tab} />
      <div>
        {tab === 'overview' && <Overview />}
        {tab === 'progress' && (
          <Progress>
            <LadderEntry />
            <LateLedger />
          </Progress>
        )}
        {tab === 'assessment' && (
          <>
            <Section title={<span className="print:hidden">{t('assessment.heading')}</span>}>
              <Assessment />
            </Section>
            <History />
          </>
        )}
        {tab === 'settings' && <Settings />}
      </div>
    </Page>
  );
}

/** A printed sheet holds the report alone, and is named after it. */
function OnPaper({ name }: { name: string }) {
  const { t } = useTranslation('profile');
  return (
    <>
      <span className="print:hidden">{name}</span>
      <span className="hidden print:inline">{t('assessment.heading')}</span>
    </>
  );
}
