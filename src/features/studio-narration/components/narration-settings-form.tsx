import type { Language } from '#shared/rules/languages.ts';
import { type Pronunciation, STYLE_TARGETS, type VoiceStyleTarget } from '#shared/rules/speech.ts';
import type { ReplyOf } from '#web/lib/api.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { FieldError, Select, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { useToast } from '#web/ui/toast.tsx';
import {
  arePronunciationsValid,
  listSpeedOptions,
  toStoredStyles,
  toStoredPronunciations,
  toTypedStyles,
  type TypedVoiceStyle,
} from '../model.ts';
import { useSaveNarrationSettings } from '../queries.ts';

interface NarrationSettingsFormProps {
  language: Language;
  stored: ReplyOf<'GET /api/admin/voices'>['en'];
  authors: readonly { slug: string; name: string }[];
}

/** How the sessions of one language are spoken: words, and voices by kind and author. */
export function NarrationSettingsForm({ language, stored, authors }: NarrationSettingsFormProps) {
  const { t } = useTranslation(['studio-narration', 'common']);
  const { toast } = useToast();
  const save = useSaveNarrationSettings();
  const targets: VoiceStyleTarget[] = [
    ...STYLE_TARGETS,
    ...authors.map(({ slug }) => `author:${slug}` as const),
  ];
  const form = useForm({
    initial: { words: stored.words, styles: toTypedStyles(stored.styles, targets) },
    request: save,
    validate: ({ words }) => ({
      words:
        !arePronunciationsValid(toStoredPronunciations(words)) &&
        t('studio-narration:voices.wordsWrong'),
    }),
    onSubmit: ({ words, styles }) => {
      const body = { words: toStoredPronunciations(words), styles: toStoredStyles(styles) };
      save.mutate(
        { version: stored.version, language, ...body },
        { onSuccess: () => toast({ title: t('studio-narration:voices.saved') }) },
      );
    },
  });
  const { words, styles } = form.draft;
  const nameTarget = (target: VoiceStyleTarget) => {
    const known = STYLE_TARGETS.find((one) => one === target);
    if (known) return t(`studio-narration:voices.targets.${known}`);
    const slug = target.slice('author:'.length);
    const name = authors.find((one) => one.slug === slug)?.name ?? slug;
    return t('studio-narration:voices.targets.author', { name });
  };
  const heading = t(`common:language.${language}`);
  return (
    <form {...form.props} aria-label={heading} className="grid max-w-3xl gap-6">
      <h2 className="text-xl">{heading}</h2>
      <fieldset className="grid gap-3">
        <legend className="text-lg">{t('studio-narration:voices.words')}</legend>
        <p className="text-sm text-ink-2">{t('studio-narration:voices.wordsHint')}</p>
        {words.map((word, index) => (
          <WordRow
            // Rows have no other name, and keep their order.
            key={index}
            word={word}
            language={language}
            onChange={(part) =>
              form.set({
                words: words.map((one, at) => (at === index ? { ...one, ...part } : one)),
              })
            }
            onRemove={() => form.set({ words: words.filter((_, at) => at !== index) })}
          />
        ))}
        <div>
          <Button
            variant="secondary"
            onClick={() => form.set({ words: [...words, { written: '', spoken: '' }] })}
          >
            {t('studio-narration:voices.add')}
          </Button>
        </div>
        {form.faults.words && <FieldError>{form.faults.words}</FieldError>}
      </fieldset>
      <fieldset className="grid gap-5">
        <legend className="text-lg">{t('studio-narration:voices.styles')}</legend>
        <p className="text-sm text-ink-2">{t('studio-narration:voices.stylesHint')}</p>
        {styles.map((style, index) => (
          <StyleRow
            key={style.target}
            name={nameTarget(style.target)}
            style={style}
            onChange={(part) =>
              form.set({
                styles: styles.map((one, at) => (at === index ? { ...one, ...part } : one)),
              })
            }
          />
        ))}
      </fieldset>
      {form.failure && <FieldError>{form.failure}</FieldError>}
      <div>
        <Button type="submit" busy={save.isPending}>
          {t('studio-narration:voices.save')}
        </Button>
      </div>
    </form>
  );
}

interface WordRowProps {
  word: Pronunciation;
  language: Language;
  onChange: (part: Partial<Pronunciation>) => void;
  onRemove: () => void;
}

function WordRow({ word: { written, spoken }, language, onChange, onRemove }: WordRowProps) {
  const { t } = useTranslation('studio-narration');
  return (
    <div className="flex items-end gap-3">
      <div className="grid min-w-0 grow grid-cols-2 gap-3">
        <TextField
          label={t('voices.written')}
          value={written}
          lang={language}
          maxLength={80}
          autoComplete="off"
          onChange={({ target }) => onChange({ written: target.value })}
        />
        <TextField
          label={t('voices.spoken')}
          value={spoken}
          lang={language}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => onChange({ spoken: target.value })}
        />
      </div>
      <IconButton label={t('voices.remove', { written })} onClick={onRemove}>
        <Icon name="bin" />
      </IconButton>
    </div>
  );
}

interface StyleRowProps {
  name: string;
  style: TypedVoiceStyle;
  onChange: (part: Partial<TypedVoiceStyle>) => void;
}

function StyleRow({ name, style: { voice, speed, style }, onChange }: StyleRowProps) {
  const { t, i18n } = useTranslation('studio-narration');
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-1 font-medium">{name}</legend>
      <TextField
        label={t('voices.voice')}
        value={voice}
        maxLength={120}
        autoComplete="off"
        onChange={({ target }) => onChange({ voice: target.value })}
      />
      <Select
        label={t('voices.speed')}
        value={speed}
        onChange={({ target }) => onChange({ speed: target.value })}
        options={[{ value: '', label: t('voices.normal') }, ...listSpeedOptions(i18n.language)]}
      />
      <div className="sm:col-span-2">
        <TextField
          label={t('voices.style')}
          hint={t('voices.styleHint')}
          value={style}
          maxLength={500}
          autoComplete="off"
          onChange={({ target }) => onChange({ style: target.value })}
        />
      </div>
    </fieldset>
  );
}
