import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { SCRIPT_CATEGORIES, SCRIPT_KINDS } from '#shared/rules/script-timing.ts';
import { SITUATIONS } from '#shared/rules/situations.ts';
import { useAuthors } from '#web/features/studio-authors/queries.ts';
import { getFieldFaults, useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Select, TextArea, useFocusOnRefusal } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { MINUTES, NEW_BRIEF } from '../model.ts';
import { useStartDraft } from '../queries.ts';

/** What a session is to be about. */
export function BriefForm({ writer }: { writer: string }) {
  const { t } = useTranslation([
    'studio-generation',
    'studio-sessions',
    'common',
    'assessment',
    'errors',
  ]);
  const [brief, setBrief] = useState(NEW_BRIEF);
  const { data } = useAuthors();
  const { toast } = useToast();
  const describeError = useErrorMessage();
  const start = useStartDraft();
  const form = useRef<HTMLFormElement>(null);
  useFocusOnRefusal(form, start.error);
  const faults = getFieldFaults(start.error);
  const authors = data?.authors ?? [];
  const author = brief.author || (authors[0]?.slug ?? '');
  const [main = 'pre_flight_worry', ...others] = brief.areas;
  const set = (change: Partial<typeof brief>) => setBrief((now) => ({ ...now, ...change }));
  const find = <Value extends string>(values: readonly Value[], value: string, or: Value) =>
    values.find((one) => one === value) ?? or;
  const areas = FEAR_AREAS.map(({ key }) => key);

  function submit(event: FormEvent) {
    event.preventDefault();
    start.mutate(
      { ...brief, author },
      {
        onSuccess: () => {
          toast({ title: t('studio-generation:started') });
          set({ about: '' });
        },
      },
    );
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <TextArea
        label={t('studio-generation:brief.about')}
        hint={t('studio-generation:brief.aboutHint')}
        error={faults['about'] && t(faults['about'])}
        maxLength={2000}
        value={brief.about}
        onChange={({ currentTarget }) => set({ about: currentTarget.value })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t('studio-sessions:facts.kind')}
          value={brief.kind}
          options={SCRIPT_KINDS.map((value) => ({ value, label: t(`common:kind.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            set({ kind: find(SCRIPT_KINDS, value, 'flow') })
          }
        />
        <Select
          label={t('studio-sessions:facts.category')}
          value={brief.category}
          options={SCRIPT_CATEGORIES.map((value) => ({
            value,
            label: t(`common:category.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) =>
            set({ category: find(SCRIPT_CATEGORIES, value, 'meditation') })
          }
        />
        <Select
          label={t('studio-generation:brief.minutes')}
          value={String(brief.minutes)}
          options={MINUTES.map((count) => ({
            value: String(count),
            label: t('common:minutes', { count }),
          }))}
          onChange={({ currentTarget: { value } }) => set({ minutes: Number(value) })}
        />
        <Select
          label={t('studio-generation:brief.language')}
          hint={t('studio-generation:brief.languageHint')}
          value={brief.language}
          options={LANGUAGES.map((value) => ({ value, label: t(`common:language.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            set({ language: find(LANGUAGES, value, 'en') })
          }
        />
        <Select
          label={t('studio-sessions:facts.author')}
          value={author}
          options={authors.map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={({ currentTarget: { value } }) => set({ author: value })}
        />
        <Select
          label={t('studio-sessions:facts.mainSituation')}
          value={brief.situation}
          options={SITUATIONS.map((value) => ({
            value,
            label: t(`studio-sessions:situations.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) =>
            set({ situation: find(SITUATIONS, value, 'home') })
          }
        />
        <Select
          label={t('studio-sessions:facts.mainArea')}
          value={main}
          options={areas.map((value) => ({ value, label: t(`assessment:areas.${value}.name`) }))}
          onChange={({ currentTarget: { value } }) => {
            const next = find(areas, value, main);
            set({ areas: [next, ...others.filter((one) => one !== next)] });
          }}
        />
      </div>
      <fieldset>
        <legend className="mb-1 font-medium">{t('studio-sessions:facts.otherAreas')}</legend>
        <div className="grid gap-x-6 sm:grid-cols-2">
          {areas
            .filter((value) => value !== main)
            .map((value) => (
              <Checkbox
                key={value}
                label={t(`assessment:areas.${value}.name`)}
                checked={others.includes(value)}
                disabled={!others.includes(value) && others.length >= 5}
                onChange={({ currentTarget }) =>
                  set({
                    areas: [
                      main,
                      ...others.filter((one) => one !== value),
                      ...(currentTarget.checked ? [value] : []),
                    ],
                  })
                }
              />
            ))}
        </div>
      </fieldset>
      {start.error && Object.keys(faults).length === 0 && (
        <Notice tone="refusal">{describeError(start.error)}</Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit" busy={start.isPending} disabled={author === ''}>
          {t('studio-generation:brief.submit')}
        </Button>
        <p className="text-sm text-ink-2">{t('studio-generation:brief.by', { model: writer })}</p>
      </div>
    </form>
  );
}
