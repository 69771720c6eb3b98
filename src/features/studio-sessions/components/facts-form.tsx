import type { SessionSource } from '#shared/contract/admin-contents.ts';
import { FEAR_AREAS, type FearArea } from '#shared/rules/fear-areas.ts';
import { SESSION_GUARDS } from '#shared/rules/guards.ts';
import { SESSION_FORMS } from '#shared/rules/script-timing.ts';
import { SITUATIONS, type Situation } from '#shared/rules/situations.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { MainAndOthersFields } from '#web/features/admin/components/main-and-others.tsx';
import { useAuthors } from '#web/features/studio-authors/queries.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { Select } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { KindAndCategoryFields } from '#web/features/admin/components/kind-and-category.tsx';

type Facts = SessionSource['facts'];

interface FactsFormProps {
  facts: Facts;
  /** Of which the picture is drawn. */
  id: string;
  isOpen: boolean;
  onChange: (facts: Facts) => void;
}

/** The facts of a session (kind, category, areas, situations, author and so on) as one line that unfolds to a form. */
export function FactsForm({ facts, id, isOpen, onChange }: FactsFormProps) {
  const { t } = useTranslation(['studio-sessions', 'common', 'areas']);
  const [area] = facts.areas;
  return (
    <details open={isOpen} className="group border-y border-line py-1">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 text-sm">
        <span className="flex flex-wrap gap-x-5 gap-y-1">
          <span>{t(`common:kind.${facts.kind}`)}</span>
          <span>{t(`common:category.${facts.category}`)}</span>
          <span>{area && t(`areas:${area}`)}</span>
          <span>{facts.author}</span>
        </span>
        <span className="sr-only">{t('studio-sessions:facts.open')}</span>
        <Icon name="chevron-down" className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="grid gap-x-12 gap-y-6 pt-3 pb-6 wide:grid-cols-[minmax(0,1fr)_8rem]">
        <div className="grid content-start gap-6">
          <Choices facts={facts} onChange={onChange} />
          <Areas facts={facts} onChange={onChange} />
          <Situations facts={facts} onChange={onChange} />
        </div>
        <div className="max-wide:w-24">
          <p className="mb-2 text-sm text-ink-2">{t('studio-sessions:facts.art')}</p>
          <SessionArt id={id || 'new'} kind={facts.kind} subject={facts.situations[0]} />
        </div>
      </div>
    </details>
  );
}

type Change = Pick<FactsFormProps, 'facts' | 'onChange'>;

function Choices({ facts, onChange }: Change) {
  const { t } = useTranslation(['studio-sessions', 'common']);
  const { data } = useAuthors();
  const authors = data?.authors.map(({ slug, name }) => ({ value: slug, label: name })) ?? [];
  const isUnknown = !authors.some(({ value }) => value === facts.author);
  const label = (name: 'form' | 'guard' | 'access' | 'author') =>
    t(`studio-sessions:facts.${name}`);
  const set = (change: Partial<Facts>) => onChange({ ...facts, ...change });
  const find = <Value extends string>(values: readonly Value[], value: string, or: Value) =>
    values.find((one) => one === value) ?? or;
  return (
    <div className="grid gap-5 sm:grid-cols-2 wide:grid-cols-3">
      <KindAndCategoryFields {...facts} onChange={set} />
      <Select
        label={label('form')}
        value={facts.form}
        options={SESSION_FORMS.map((value) => ({
          value,
          label: t(`studio-sessions:forms.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) =>
          set({ form: find(SESSION_FORMS, value, 'full') })
        }
      />
      <Select
        label={label('author')}
        value={isUnknown ? '' : facts.author}
        options={[
          ...(isUnknown ? [{ value: '', label: t('studio-sessions:facts.choose') }] : []),
          ...authors,
        ]}
        onChange={({ currentTarget: { value } }) => set({ author: value })}
      />
      <Select
        label={label('guard')}
        value={facts.guard ?? ''}
        options={[
          { value: '', label: t('studio-sessions:guards.none') },
          ...SESSION_GUARDS.map((value) => ({
            value,
            label: t(`studio-sessions:guards.${value}`),
          })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          set({ guard: SESSION_GUARDS.find((one) => one === value) ?? null })
        }
      />
      <Select
        label={label('access')}
        value={facts.access}
        options={(['pass', 'free'] as const).map((value) => ({
          value,
          label: t(`studio-sessions:access.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) =>
          set({ access: value === 'free' ? 'free' : 'pass' })
        }
      />
      <Checkbox
        className="sm:col-span-2 wide:col-span-3"
        label={t('studio-sessions:facts.optIn')}
        checked={facts.optIn}
        onChange={({ currentTarget }) => set({ optIn: currentTarget.checked })}
      />
    </div>
  );
}

/** The main one by a choice of its own, the others by boxes. */
function Areas({ facts, onChange }: Change) {
  const { t } = useTranslation(['studio-sessions', 'areas']);
  const keys = FEAR_AREAS.map(({ key }) => key);
  return (
    <MainAndOthersFields<FearArea>
      main={t('studio-sessions:facts.mainArea')}
      others={t('studio-sessions:facts.otherAreas')}
      values={keys}
      chosen={facts.areas}
      describe={(key) => t(`areas:${key}`)}
      onChange={(areas) => onChange({ ...facts, areas })}
    />
  );
}

function Situations({ facts, onChange }: Change) {
  const { t } = useTranslation('studio-sessions');
  return (
    <MainAndOthersFields<Situation>
      main={t('facts.mainSituation')}
      others={t('facts.otherSituations')}
      values={SITUATIONS}
      chosen={facts.situations}
      describe={(key) => t(`situations.${key}`)}
      onChange={(situations) => onChange({ ...facts, situations })}
    />
  );
}
