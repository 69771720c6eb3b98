import { PRESET_BANNER_BUTTON_KEYS, PRESET_BANNER_TEXT_KEYS } from '#shared/rules/banner.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { BANNER_PAGE_KEYS } from '#shared/rules/page-key.ts';
import type { FieldFaultKey } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { Select, TextArea, TextField } from '#web/ui/field.tsx';
import type { BannerDraft, PresetOrTypedText } from '../model.ts';

interface BannerFieldsProps {
  draft: BannerDraft;
  faults: Record<string, FieldFaultKey>;
  onChange: (draft: BannerDraft) => void;
}

/** All fields of the form in which admins edit a banner. */
export function BannerFields({ draft, faults, onChange }: BannerFieldsProps) {
  const { t } = useTranslation(['studio-banners', 'banners', 'errors']);
  const set = (change: Partial<BannerDraft>) => onChange({ ...draft, ...change });
  /** The sentence about a field, or about what is within it. */
  const describe = (name: string) => {
    const key = Object.keys(faults).find((one) => `${one}.`.startsWith(`banner.${name}.`));
    const fault = key && faults[key];
    return fault && t(fault);
  };
  const bind = (field: 'name' | 'displayOrder' | 'targetUrl' | 'startsAt' | 'endsAt') => ({
    label: t(`studio-banners:fields.${field}`),
    error: describe(field),
    value: draft[field],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      set({ [field]: value }),
  });
  const keyed = { describe };
  return (
    <div className="grid gap-x-12 gap-y-8 wide:grid-cols-2">
      <div className="grid content-start gap-6">
        <TextField {...bind('name')} hint={t('studio-banners:hints.name')} />
        <KeyedWords
          {...keyed}
          name="text"
          words={draft.text}
          ready={PRESET_BANNER_TEXT_KEYS.map((key) => ({ key, text: t(`banners:texts.${key}`) }))}
          onChange={(text) => set({ text })}
        />
        <TextField {...bind('targetUrl')} hint={t('studio-banners:hints.targetUrl')} />
        {draft.targetUrl.trim() !== '' && (
          <>
            <KeyedWords
              {...keyed}
              name="button"
              words={draft.button}
              ready={PRESET_BANNER_BUTTON_KEYS.map((key) => ({
                key,
                text: t(`banners:buttons.${key}`),
              }))}
              onChange={(button) => set({ button })}
            />
            <TextArea
              label={t('studio-banners:fields.params')}
              hint={t('studio-banners:hints.params')}
              rows={2}
              error={describe('urlParams')}
              value={draft.params}
              onChange={({ currentTarget }) => set({ params: currentTarget.value })}
            />
          </>
        )}
      </div>
      <div className="grid content-start gap-6">
        <Checkbox
          label={t('studio-banners:fields.isActive')}
          detail={t('studio-banners:hints.isActive')}
          checked={draft.isActive}
          onChange={({ currentTarget }) => set({ isActive: currentTarget.checked })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...bind('startsAt')} type="datetime-local" />
          <TextField {...bind('endsAt')} type="datetime-local" />
        </div>
        <p className="-mt-3 text-sm text-ink-2">{t('studio-banners:hints.schedule')}</p>
        <Pages draft={draft} onChange={onChange} />
        <TextField
          {...bind('displayOrder')}
          type="number"
          min={0}
          max={9999}
          hint={t('studio-banners:hints.displayOrder')}
        />
      </div>
    </div>
  );
}

/** Words that are chosen from those that are ready, or written in both languages. */
function KeyedWords<Key extends string>({
  name,
  words,
  ready,
  describe,
  onChange,
}: {
  name: 'text' | 'button';
  words: PresetOrTypedText<Key>;
  ready: readonly { key: Key; text: string }[];
  describe: (field: string) => string | undefined;
  onChange: (words: PresetOrTypedText<Key>) => void;
}) {
  const { t } = useTranslation(['studio-banners', 'common']);
  const field = name === 'text' ? 'text' : 'buttonText';
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">{t(`studio-banners:fields.${name}`)}</legend>
      <Select
        label={t(`studio-banners:fields.${name}`)}
        value={words.key ?? ''}
        options={[
          { value: '', label: t('studio-banners:own') },
          ...ready.map(({ key, text }) => ({ value: key, label: text })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...words, key: ready.find(({ key }) => key === value)?.key ?? null })
        }
      />
      {words.key === null &&
        LANGUAGES.map((language) => (
          <TextField
            key={language}
            lang={language}
            label={t(`common:language.${language}`)}
            error={describe(`${field}.${language}`)}
            maxLength={name === 'text' ? 200 : 40}
            value={words[language]}
            onChange={({ currentTarget: { value } }) => onChange({ ...words, [language]: value })}
          />
        ))}
    </fieldset>
  );
}

/** The pages that a banner is shown on; none marked means everywhere. */
function Pages({ draft, onChange }: Pick<BannerFieldsProps, 'draft' | 'onChange'>) {
  const { t } = useTranslation('studio-banners');
  const { visibleOnPages } = draft;
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t('fields.pages')}</legend>
      <p className="text-sm text-ink-2">{t('hints.pages')}</p>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {BANNER_PAGE_KEYS.map((page) => (
          <Checkbox
            key={page}
            label={t(`pages.${page}`)}
            checked={visibleOnPages.includes(page)}
            onChange={({ currentTarget: { checked } }) =>
              onChange({
                ...draft,
                visibleOnPages: BANNER_PAGE_KEYS.filter((one) =>
                  one === page ? checked : visibleOnPages.includes(one),
                ),
              })
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
