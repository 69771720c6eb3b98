import { useState } from 'react';
import type { ShownLetter } from '#shared/contract/admin-letters.ts';
import { isLanguage, type Language, LANGUAGES } from '#shared/rules/languages.ts';
import type { LetterName } from '#shared/rules/letters.ts';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { BackLink } from '#web/features/admin/components/place-links.tsx';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/page.tsx';
import { useLetter, useSaveLetter, useSendSample } from '../queries.ts';
import { LetterForm } from './letter-form.tsx';
import { LetterSample } from './letter-sample.tsx';

/** One email: how it looks in each language, sending it to oneself, its words, and what they were. */
export function LetterView({ name }: { name: LetterName }) {
  const { t, i18n } = useTranslation(['studio-letters']);
  const [language, setLanguage] = useState<Language>(i18n.language === 'fr' ? 'fr' : 'en');
  const { data, error, refetch } = useLetter(name, language);
  return (
    <StudioFrame
      page="overview"
      place={name}
      title={t(`studio-letters:when.${name}`)}
      above={<BackLink href={`${paths.admin()}?letters`}>{t('studio-letters:title')}</BackLink>}
    >
      <div className="mb-6 max-w-xs">
        <Select
          label={t('studio-letters:language')}
          value={language}
          options={LANGUAGES.map((value) => ({
            value,
            label: t(`studio-letters:languages.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && setLanguage(value)}
        />
      </div>
      <LoadState data={data} error={error} refetch={refetch} count={4} shape="row" />
      {data && (
        <>
          <Section title={t('studio-letters:sample.title')}>
            <LetterSample sample={data.sample} language={language} />
            <SendSample name={name} language={language} />
          </Section>
          <Section title={t('studio-letters:form.title')}>
            <LetterForm
              key={`${language}${data.version}`}
              name={name}
              language={language}
              letter={data}
            />
          </Section>
          {data.versions.length > 0 && <Versions name={name} language={language} letter={data} />}
        </>
      )}
    </StudioFrame>
  );
}

function SendSample({ name, language }: { name: LetterName; language: Language }) {
  const { t } = useTranslation('studio-letters');
  const describeError = useErrorMessage();
  const send = useSendSample(name, language);
  return (
    <div className="mt-4">
      <Button variant="secondary" busy={send.isPending} onClick={() => send.mutate()}>
        {t('sample.send')}
      </Button>
      <output className="mt-3 block empty:hidden">
        {send.data && t('sample.sent', { to: send.data.to })}
      </output>
      {send.error && <Notice tone="refusal">{describeError(send.error)}</Notice>}
    </div>
  );
}

interface VersionsProps {
  name: LetterName;
  language: Language;
  letter: ShownLetter;
}

function Versions({ name, language, letter }: VersionsProps) {
  const { t, i18n } = useTranslation('studio-letters');
  const describeError = useErrorMessage();
  const save = useSaveLetter(name, language);
  return (
    <Section title={t('versions.title')}>
      <ul className="divide-y divide-line">
        {letter.versions.map(({ version, savedAt, by, texts }, at) => (
          <li key={version} className="flex flex-wrap items-center justify-between gap-x-6 py-2">
            <span className="min-w-0">
              {texts?.subject ?? t('versions.ours')}
              <span className="block text-sm wrap-anywhere text-ink-2">
                {formatDateTime(new Date(savedAt), i18n.language)}
                {by !== null && ` · ${by}`}
              </span>
            </span>
            {at > 0 && (
              <Button
                variant="quiet"
                busy={save.isPending && save.variables.texts === texts}
                onClick={() => save.mutate({ version: letter.version, texts })}
                aria-label={t('versions.backNamed', {
                  at: formatDateTime(new Date(savedAt), i18n.language),
                })}
              >
                {t('versions.back')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {save.error && <Notice tone="refusal">{describeError(save.error)}</Notice>}
    </Section>
  );
}
