import { useMemo, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { CatalogueMessages } from '#shared/contract/translations.ts';
import { LANGUAGES, type Language } from '#shared/rules/languages.ts';
import { now } from '#web/lib/clock.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDate } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Select, TextField } from '#web/ui/field.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import {
  createDemoTranslator,
  formatDaysFromToday,
  formatEuros,
  listMessageKeysWithoutPluralSuffixes,
  type SampleValues,
} from './model.ts';
import { useFeatureMessages, useTranslationStatus } from './queries.ts';

const FIRST_VALUES = { number: 2, amount: 8999 };

/** `/translation-demo`: every message of one feature in both languages, with values that can be changed. */
export default function TranslationDemoPage() {
  const { t } = useTranslation(['translations', 'ui']);
  const describeError = useErrorMessage();
  const [, navigate] = useLocation();
  const { data: status } = useTranslationStatus();
  const feature = new URLSearchParams(useSearch()).get('feature') ?? 'common';
  const features = status?.features.map(({ name }) => name) ?? [feature];
  const { data, error, refetch } = useFeatureMessages(feature);
  const [today] = useState(() => now().toISOString().slice(0, 10));
  const [values, setValues] = useState<SampleValues>({ ...FIRST_VALUES, date: today });
  usePageTitle(t('translations:demo.title'));
  return (
    <Page>
      <PageHeading title={t('translations:demo.title')} lead={t('translations:demo.lead')} />
      <p className="-mt-4 mb-6">
        <Link
          href={paths.translationStatus()}
          className="text-link inline-flex min-h-11 items-center"
        >
          {t('translations:demo.toStatus')}
        </Link>
      </p>
      <Select
        label={t('translations:demo.feature')}
        value={feature}
        options={features.map((value) => ({ value, label: value }))}
        onChange={({ currentTarget }) =>
          navigate(paths.translationDemo(currentTarget.value), { replace: true })
        }
      />
      <Values values={values} today={today} onChange={setValues} />
      {error && !data && <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>}
      {!data && !error && <SkeletonList count={6} shape="line" label={t('ui:loading')} />}
      {data && <MessageList catalogues={data} values={values} />}
    </Page>
  );
}

function Values({
  values,
  today,
  onChange,
}: {
  values: SampleValues;
  today: string;
  onChange: (values: SampleValues) => void;
}) {
  const { t } = useTranslation(['translations', 'common']);
  const rows: [label: string, write: (language: Language) => string][] = [
    [
      t('translations:demo.plural'),
      (language) => `${values.number}: ${new Intl.PluralRules(language).select(values.number)}`,
    ],
    [t('translations:demo.longDate'), (language) => formatDate(values.date, language)],
    [t('translations:demo.money'), (language) => formatEuros(values.amount, language)],
    [
      t('translations:demo.relative'),
      (language) => formatDaysFromToday(values.date, today, language),
    ],
  ];
  return (
    <section aria-label={t('translations:demo.values')} className="mt-6 mb-10">
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField
          type="number"
          inputMode="numeric"
          min={0}
          label={t('translations:demo.number')}
          value={values.number}
          onChange={({ currentTarget }) =>
            onChange({ ...values, number: Number(currentTarget.value) || 0 })
          }
        />
        <TextField
          type="date"
          label={t('translations:demo.date')}
          value={values.date}
          onChange={({ currentTarget }) =>
            onChange({ ...values, date: currentTarget.value || today })
          }
        />
        <TextField
          type="number"
          inputMode="decimal"
          min={0}
          step="0.01"
          label={t('translations:demo.amount')}
          value={values.amount / 100}
          onChange={({ currentTarget }) =>
            onChange({ ...values, amount: Math.round(Number(currentTarget.value) * 100) || 0 })
          }
        />
      </div>
      <dl className="mt-6 grid gap-y-2 text-sm sm:grid-cols-[10rem_1fr_1fr] sm:gap-x-6">
        {rows.map(([label, write]) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            {LANGUAGES.map((language) => (
              <dd key={language} lang={language} className="tabular">
                {write(language)}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

function MessageList({
  catalogues,
  values,
}: {
  catalogues: Record<Language, CatalogueMessages>;
  values: SampleValues;
}) {
  const { t } = useTranslation(['translations', 'common']);
  const render = useMemo(
    () => ({
      en: createDemoTranslator('en', catalogues.en),
      fr: createDemoTranslator('fr', catalogues.fr),
    }),
    [catalogues],
  );
  return (
    <ul>
      {listMessageKeysWithoutPluralSuffixes(catalogues).map((key) => (
        <li key={key} className="border-t border-line py-3">
          <p className="mb-1 text-sm wrap-anywhere text-ink-2">{key}</p>
          <div className="grid gap-x-8 gap-y-2 wide:grid-cols-2">
            {LANGUAGES.map((language) => {
              const text = render[language](key, values);
              return (
                <p key={language} lang={language} className="wrap-anywhere whitespace-pre-wrap">
                  <span className="sr-only">{t(`common:language.${language}`)}: </span>
                  <span className={text === null ? 'text-notice' : ''}>
                    {text ?? t('translations:demo.none')}
                  </span>
                </p>
              );
            })}
          </div>
        </li>
      ))}
    </ul>
  );
}
