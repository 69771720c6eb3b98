import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { SITUATIONS } from '#shared/rules/situations.ts';
import { MainAndOthers } from '#web/features/admin/components/main-and-others.tsx';
import { useAuthors } from '#web/features/studio-authors/queries.ts';
import { KindAndCategory } from '#web/features/admin/components/kind-and-category.tsx';
import { getFieldFaults, useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextArea, useFocusOnRefusal } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { MINUTES, NEW_BRIEF } from '../model.ts';
import { useStartDraft } from '../queries.ts';

/** How many areas the server takes. */
const MAX_AREAS = 6;

/**
 * The form of a brief for a new session; sending it makes a language model write a draft. `writer` is the model's name.
 */
export function BriefForm({ writer }: { writer: string }) {
  const { t } = useTranslation([
    'studio-generation',
    'studio-sessions',
    'common',
    'areas',
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
  const set = (change: Partial<typeof brief>) => setBrief((now) => ({ ...now, ...change }));
  const find = <Value extends string>(values: readonly Value[], value: string, or: Value) =>
    values.find((one) => one === value) ?? or;

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
        <KindAndCategory kind={brief.kind} category={brief.category} onChange={set} />
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
      </div>
      <MainAndOthers
        main={t('studio-sessions:facts.mainArea')}
        others={t('studio-sessions:facts.otherAreas')}
        values={FEAR_AREAS.map(({ key }) => key)}
        chosen={brief.areas}
        max={MAX_AREAS}
        describe={(key) => t(`areas:${key}`)}
        onChange={(areas) => set({ areas })}
      />
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
