import { useState } from 'react';
import type { ShownLetter } from '#shared/contract/admin-letters.ts';
import type { Language } from '#shared/rules/languages.ts';
import {
  findLetterFaults,
  LETTER_FIELDS,
  type LetterFaults,
  type LetterName,
  listPlaceholders,
  MAX_LETTER_FIELD_LENGTH,
} from '#shared/rules/letters.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { usePreviewLetter, useSaveLetter } from '../queries.ts';
import { LetterSample } from './letter-sample.tsx';

interface LetterFormProps {
  name: LetterName;
  language: Language;
  letter: ShownLetter;
}

/** The words of an email, with what may not be lost from them, and the way back to ours. */
export function LetterForm({ name, language, letter }: LetterFormProps) {
  const { t } = useTranslation('studio-letters');
  const describeError = useErrorMessage();
  const { ours, edited, version } = letter;
  const [texts, setTexts] = useState(edited ?? ours);
  const [isChecked, setChecked] = useState(false);
  const save = useSaveLetter(name, language);
  const preview = usePreviewLetter(name, language);
  const faults = findLetterFaults(ours, texts);
  const placeholders = listPlaceholders(ours);
  return (
    <form
      lang={language}
      className="grid max-w-2xl gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (!faults) save.mutate({ version, texts });
      }}
    >
      <p className="text-ink-2">{t('form.lead')}</p>
      {placeholders.length > 0 && (
        <p className="text-sm wrap-anywhere text-ink-2">
          {t('form.placeholders')} {placeholders.join(' · ')}
        </p>
      )}
      {LETTER_FIELDS.filter((field) => field in ours).map((field) => {
        const control = {
          label: t(`fields.${field}`),
          value: texts[field] ?? '',
          maxLength: MAX_LETTER_FIELD_LENGTH,
          error: isChecked && faults?.empty.includes(field) && t('form.empty'),
        };
        const set = (value: string) => {
          setTexts({ ...texts, [field]: value });
          preview.reset();
        };
        return field === 'body' || field === 'afterword' || field === 'frame' ? (
          <TextArea
            key={field}
            rows={field === 'body' ? 10 : 3}
            {...control}
            onChange={({ currentTarget }) => set(currentTarget.value)}
          />
        ) : (
          <TextField
            key={field}
            {...control}
            onChange={({ currentTarget }) => set(currentTarget.value)}
          />
        );
      })}
      {isChecked && faults && <Faults faults={faults} />}
      {save.error && <Notice tone="refusal">{describeError(save.error)}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending && save.variables.texts !== null}>
          {t('form.save')}
        </Button>
        <Button variant="secondary" busy={preview.isPending} onClick={() => preview.mutate(texts)}>
          {t('form.look')}
        </Button>
        {edited && (
          <Button
            variant="secondary"
            busy={save.isPending && save.variables.texts === null}
            onClick={() => save.mutate({ version, texts: null })}
          >
            {t('form.ours')}
          </Button>
        )}
      </div>
      {preview.error && <Notice tone="refusal">{describeError(preview.error)}</Notice>}
      {preview.data && (
        <section aria-label={t('form.unsaved')}>
          <p className="mb-3 text-ink-2">{t('form.unsaved')}</p>
          <LetterSample sample={preview.data.sample} language={language} />
        </section>
      )}
    </form>
  );
}

function Faults({ faults: { missing, unknown } }: { faults: LetterFaults }) {
  const { t } = useTranslation('studio-letters');
  if (missing.length + unknown.length === 0) return null;
  return (
    <Notice tone="refusal">
      {missing.length > 0 && <p>{t('form.missing', { list: missing.join(' · ') })}</p>}
      {unknown.length > 0 && <p>{t('form.unknown', { list: unknown.join(' · ') })}</p>}
    </Notice>
  );
}
