import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type {
  ContentTranslationStatus,
  FeatureTranslationStatus,
} from '#shared/contract/translations.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { LoadError } from '#web/ui/notice.tsx';
import { Page, PageHeading, Section } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { TranslationStatusTable } from './components/status-table.tsx';
import { useTranslationStatus } from './queries.ts';

/** `/translation-status`: how much of each feature and of the content is translated into each language. */
export default function TranslationStatusPage() {
  const { t } = useTranslation(['translations', 'ui']);
  const describeError = useErrorMessage();
  const { data, error, refetch } = useTranslationStatus();
  usePageTitle(t('translations:status.title'));
  return (
    <Page>
      <PageHeading title={t('translations:status.title')} lead={t('translations:status.lead')} />
      <p className="-mt-4 mb-6">
        <Link
          href={paths.translationDemo()}
          className="text-link inline-flex min-h-11 items-center"
        >
          {t('translations:status.toDemo')}
        </Link>
      </p>
      {error && !data && <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>}
      {!data && !error && <SkeletonList count={6} shape="line" label={t('ui:loading')} />}
      {data && <Tables features={data.features} content={data.content} />}
    </Page>
  );
}

function Tables({
  features,
  content,
}: {
  features: FeatureTranslationStatus[];
  content: ContentTranslationStatus[];
}) {
  const { t } = useTranslation('translations');
  return (
    <>
      <Section title={t('status.features')}>
        <TranslationStatusTable
          totalLabel={t('status.messages')}
          rows={features.map(({ feature, messages, languages, unused }) => ({
            key: feature,
            name: (
              <Link
                href={paths.translationDemo(feature)}
                className="text-link inline-flex min-h-11 items-center"
              >
                {feature}
              </Link>
            ),
            total: messages,
            languages,
            unused,
          }))}
        />
      </Section>
      <Section title={t('status.content')}>
        <TranslationStatusTable
          totalLabel={t('status.total')}
          rows={content.map(({ kind, total, languages }) => ({
            key: kind,
            name: t(`status.kinds.${kind}`),
            total,
            languages,
            unused: null,
          }))}
        />
      </Section>
    </>
  );
}
