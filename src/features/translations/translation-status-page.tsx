import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { TranslationStatus } from '#shared/contract/translations.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { LoadError } from '#web/ui/notice.tsx';
import { Page, PageHeading, Section } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { useTranslationStatus } from './queries.ts';

const LINK = 'text-link inline-flex min-h-11 items-center';

/** `/translation-status`: how much of each feature and of the content is there in each language. */
export default function TranslationStatusPage() {
  const { t } = useTranslation(['translations', 'ui']);
  const describeError = useErrorMessage();
  const { data, error, refetch } = useTranslationStatus();
  usePageTitle(t('translations:status.title'));
  return (
    <Page>
      <PageHeading title={t('translations:status.title')} lead={t('translations:status.lead')} />
      <p className="-mt-4 mb-6">
        <Link href={paths.translationDemo()} className={LINK}>
          {t('translations:status.toDemo')}
        </Link>
      </p>
      {error && !data && <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>}
      {!data && !error && <SkeletonList count={6} shape="line" label={t('ui:loading')} />}
      {data && (
        <>
          <StatusTable
            title={t('translations:status.content')}
            totalLabel={t('translations:status.total')}
            rows={data.content.map((row) => ({
              ...row,
              label: t(`translations:status.kinds.${row.name as 'sessions'}`),
            }))}
          />
          <StatusTable
            title={t('translations:status.features')}
            totalLabel={t('translations:status.messages')}
            rows={data.features.map((row) => ({
              ...row,
              label: (
                <Link href={paths.translationDemo(row.name)} className={LINK}>
                  {row.name}
                </Link>
              ),
            }))}
          />
        </>
      )}
    </Page>
  );
}

function StatusTable({
  title,
  totalLabel,
  rows,
}: {
  title: string;
  totalLabel: string;
  rows: (TranslationStatus & { label: ReactNode })[];
}) {
  const { t } = useTranslation(['translations', 'common']);
  const isWhole = rows.every(({ missing }) => missing.en.length + missing.fr.length === 0);
  return (
    <Section title={title}>
      {isWhole && <p className="mb-4 text-ink-2">{t('translations:status.whole')}</p>}
      <table className="w-full text-left text-sm">
        <thead className="text-ink-2">
          <tr>
            {[
              t('translations:status.name'),
              totalLabel,
              ...LANGUAGES.map(
                (language) =>
                  `${t('translations:status.missing')} (${t(`common:language.${language}`)})`,
              ),
            ].map((label) => (
              <th key={label} scope="col" className="pr-4 pb-2 align-bottom font-normal last:pr-0">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular">
          {rows.map(({ name, label, total, missing }) => (
            <tr key={name} className="border-t border-line align-top">
              <th scope="row" className="py-1 pr-4 font-medium wrap-anywhere">
                {label}
              </th>
              <td className="py-3 pr-4">{total}</td>
              {LANGUAGES.map((language) => (
                <td key={language} className="py-3 pr-4 wrap-anywhere last:pr-0">
                  <Missing names={missing[language]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

const Missing = ({ names }: { names: string[] }) => (
  <span className={names.length === 0 ? 'text-ink-2' : 'text-notice'}>
    {[names.length, ...names].join(', ')}
  </span>
);
