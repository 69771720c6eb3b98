import type { SpokenSentence } from '#shared/contract/admin-approvals.ts';
import type { Language } from '#shared/rules/languages.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select, TextArea } from '#web/ui/field.tsx';
import { listSpeedOptions } from '../model.ts';

interface SayOtherwiseProps {
  sentence: SpokenSentence;
  language: Language;
  /** While another take is spoken, none can be asked for. */
  isBusy: boolean;
  onClose: () => void;
  onSay: (how: Pick<SpokenSentence, 'speed' | 'spoken'>) => void;
}

/** A dialog in which a sentence gets a speed of its own, or a spelling that is said better; people read it as it was. */
export function SayOtherwiseDialog({
  sentence,
  language,
  isBusy,
  onClose,
  onSay,
}: SayOtherwiseProps) {
  const { t, i18n } = useTranslation(['studio-narration']);
  const { text, speed, spoken } = sentence;
  const form = useForm({
    initial: { speed: speed === null ? '' : String(speed), spoken: spoken ?? text },
    onSubmit: (draft) => {
      if (isBusy) return;
      const words = draft.spoken.trim();
      onSay({
        speed: draft.speed === '' ? null : Number(draft.speed),
        spoken: words === '' || words === text ? null : words,
      });
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('studio-narration:otherwise.title')}
      actions={
        <Button busy={isBusy} onClick={() => form.submit()}>
          {t('studio-narration:otherwise.say')}
        </Button>
      }
    >
      <form {...form.props} className="grid gap-4">
        <TextArea
          {...form.bindInput('spoken')}
          lang={language}
          rows={3}
          maxLength={1000}
          label={t('studio-narration:otherwise.spoken')}
          hint={t('studio-narration:otherwise.spokenHint')}
        />
        <Select
          {...form.bindInput('speed')}
          label={t('studio-narration:voices.speed')}
          options={[
            { value: '', label: t('studio-narration:otherwise.asRest') },
            ...listSpeedOptions(i18n.language),
          ]}
        />
      </form>
    </Dialog>
  );
}
