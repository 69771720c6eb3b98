import { useId, useState } from 'react';
import { FEAR_AREAS, type FearArea } from '#shared/rules/fear-areas.ts';
import { usePersistedForm } from '#web/features/account/hooks/use-persisted-form.ts';
import { findTextFaultKey } from '#web/lib/text-fault.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select, TextArea } from '#web/ui/field.tsx';
import type { LadderStep } from '../model.ts';
import { useFormatStepName } from '../hooks/use-step-name.ts';

/** The longest a step may be, in characters. */
const MAX_STEP_LENGTH = 300;

/** A dialog that adds a step or edits its text; removing the step asks for confirmation. */
export function StepDialog({
  step,
  onSave,
  onRemove,
  onClose,
}: {
  step: LadderStep | null;
  onSave: (step: LadderStep) => void;
  onRemove: (id: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['ladder', 'areas', 'errors']);
  const getStepName = useFormatStepName();
  const id = useId();
  const form = usePersistedForm<{ words: string; area: FearArea }>(`step:${step?.id ?? 'new'}`, {
    initial: { words: step ? getStepName(step) : '', area: step?.area ?? FEAR_AREAS[0].key },
    validate: ({ words }) => {
      const fault = findTextFaultKey(words, MAX_STEP_LENGTH);
      return { words: fault && t(words.trim() === '' ? 'ladder:edit.missing' : fault) };
    },
    onSubmit: ({ words, area }) => {
      const said = words.trim();
      form.forget();
      if (!step)
        onSave({ id: crypto.randomUUID(), area, material: 'own', words: said, attempts: [] });
      // An unchanged catalogue step stores no text, so that it follows the app's language.
      else onSave({ ...step, area, words: said === getStepName(step) ? step.words : said });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(step ? 'ladder:edit.changeTitle' : 'ladder:edit.addTitle')}
      actions={
        <Button type="submit" form={id}>
          {t(step ? 'ladder:edit.save' : 'ladder:edit.add')}
        </Button>
      }
    >
      <form {...form.props} id={id} className="grid gap-6">
        <TextArea
          {...form.bindInput('words')}
          label={t('ladder:edit.words')}
          hint={t('ladder:edit.wordsHint')}
          rows={3}
          maxLength={MAX_STEP_LENGTH}
        />
        <Select
          {...form.bindInput('area')}
          label={t('ladder:edit.area')}
          options={FEAR_AREAS.map(({ key }) => ({
            value: key,
            label: t(`areas:${key}`),
          }))}
        />
      </form>
      {step && <RemoveStep step={step} remove={() => (onRemove(step.id), onClose())} />}
    </Dialog>
  );
}

function RemoveStep({ step, remove }: { step: LadderStep; remove: () => void }) {
  const { t } = useTranslation('ladder');
  const [asked, setAsked] = useState(false);
  const count = step.attempts.length;
  if (!asked)
    return (
      <Button
        variant="quiet"
        className="mt-4"
        onClick={() => (count === 0 ? remove() : setAsked(true))}
      >
        {t('edit.remove')}
      </Button>
    );
  return (
    <div role="alert" className="mt-4 flex flex-wrap items-center gap-x-5">
      <span>{t('edit.removeAttempts', { count })}</span>
      <Button variant="quiet" onClick={remove}>
        {t('edit.removeSure')}
      </Button>
    </div>
  );
}
