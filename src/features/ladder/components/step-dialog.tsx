import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FEAR_AREAS, type FearArea } from '#shared/rules/fear-areas.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select, TextArea } from '#web/ui/field.tsx';
import type { Step } from '../model.ts';
import { useStepName } from './step-name.ts';

/** The longest a step may be, in characters. */
const LONGEST = 300;

/** Writes a new step, or changes the words of one; removing asks once more. */
export function StepDialog({
  step,
  keep,
  remove,
  onClose,
}: {
  /** Null for a new one. */
  step: Step | null;
  keep: (step: Step) => void;
  remove: (id: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['ladder', 'assessment', 'ui']);
  const nameOf = useStepName();
  const form = useId();
  const [words, setWords] = useState(step ? nameOf(step) : '');
  const [area, setArea] = useState<FearArea>(step?.area ?? FEAR_AREAS[0].key);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = words.trim();
    if (said === '') return setMissing(true);
    if (!step) keep({ id: crypto.randomUUID(), area, material: 'own', words: said, attempts: [] });
    // Left as it was, a step of the catalogue goes on speaking the language of the person.
    else keep({ ...step, area, words: said === nameOf(step) ? step.words : said });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(step ? 'ladder:edit.changeTitle' : 'ladder:edit.addTitle')}
      closeLabel={t('ui:actions.close')}
      actions={
        <Button type="submit" form={form}>
          {t(step ? 'ladder:edit.save' : 'ladder:edit.add')}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-6">
        <TextArea
          label={t('ladder:edit.words')}
          hint={t('ladder:edit.wordsHint')}
          rows={3}
          maxLength={LONGEST}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          error={missing && words.trim() === '' && t('ladder:edit.missing')}
        />
        <Select
          label={t('ladder:edit.area')}
          value={area}
          onChange={(event) => setArea(event.target.value as FearArea)}
          options={FEAR_AREAS.map(({ key }) => ({
            value: key,
            label: t(`assessment:areas.${key}.name`),
          }))}
        />
      </form>
      {step && <Remove step={step} remove={() => (remove(step.id), onClose())} />}
    </Dialog>
  );
}

function Remove({ step, remove }: { step: Step; remove: () => void }) {
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
