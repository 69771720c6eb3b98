import type { Brief } from '#shared/contract/admin-generation.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { SITUATIONS } from '#shared/rules/situations.ts';
import { MainAndOthersFields } from '#web/features/admin/components/main-and-others.tsx';
import { useAuthors } from '#web/features/studio-authors/queries.ts';
import { KindAndCategoryFields } from '#web/features/admin/components/kind-and-category.tsx';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Select, TextArea } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { DRAFT_MINUTES_CHOICES, INITIAL_BRIEF } from '../model.ts';
import { useStartDraft } from '../queries.ts';

const MAX_AREAS = 6;

/**
 * The form of a brief for a new session; sending it makes a language model write a draft. `writer` is the model's name,
 * `initial` a brief to begin with.
 */
export function BriefForm({
  writer,
  initial = INITIAL_BRIEF,
}: {
  writer: string;
  initial?: Brief | undefined;
}) {
  const { t } = useTranslation([
    'studio-generation',
    'studio-sessions',
    'common',
    'areas',
    'errors',
  ]);
  const { data } = useAuthors();
  const { toast } = useToast();
  const start = useStartDraft();
  const authors = data?.authors ?? [];
  const getAuthor = ({ author }: typeof INITIAL_BRIEF) => author || (authors[0]?.slug ?? '');
  const form = useForm({
    initial,
    request: start,
    onSubmit: (brief) => {
      const onSuccess = () => {
        toast({ title: t('studio-generation:started') });
        form.set({ about: '' });
      };
      start.mutate({ ...brief, author: getAuthor(brief) }, { onSuccess });
    },
  });
  const { draft: brief, set } = form;
  const author = getAuthor(brief);
  return (
    <form {...form.props} className="grid gap-5">
      <TextArea
        {...form.bindInput('about')}
        label={t('studio-generation:brief.about')}
        hint={t('studio-generation:brief.aboutHint')}
        maxLength={2000}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <KindAndCategoryFields kind={brief.kind} category={brief.category} onChange={set} />
        <Select
          label={t('studio-generation:brief.minutes')}
          value={String(brief.minutes)}
          options={DRAFT_MINUTES_CHOICES.map((count) => ({
            value: String(count),
            label: t('common:minutes', { count }),
          }))}
          onChange={({ currentTarget: { value } }) => set({ minutes: Number(value) })}
        />
        <Select
          {...form.bindInput('language')}
          label={t('studio-generation:brief.language')}
          hint={t('studio-generation:brief.languageHint')}
          options={LANGUAGES.map((value) => ({ value, label: t(`common:language.${value}`) }))}
        />
        <Select
          {...form.bindInput('author')}
          label={t('studio-sessions:facts.author')}
          value={author}
          options={authors.map(({ slug, name }) => ({ value: slug, label: name }))}
        />
        <Select
          {...form.bindInput('situation')}
          label={t('studio-sessions:facts.mainSituation')}
          options={SITUATIONS.map((value) => ({
            value,
            label: t(`studio-sessions:situations.${value}`),
          }))}
        />
      </div>
      <MainAndOthersFields
        main={t('studio-sessions:facts.mainArea')}
        others={t('studio-sessions:facts.otherAreas')}
        values={FEAR_AREAS.map(({ key }) => key)}
        chosen={brief.areas}
        max={MAX_AREAS}
        describe={(key) => t(`areas:${key}`)}
        onChange={(areas) => set({ areas })}
      />
      {form.failure && <Notice tone="refusal">{form.failure}</Notice>}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit" busy={form.isPending} disabled={author === ''}>
          {t('studio-generation:brief.submit')}
        </Button>
        <p className="text-sm text-ink-2">{t('studio-generation:brief.by', { model: writer })}</p>
      </div>
    </form>
  );
}
