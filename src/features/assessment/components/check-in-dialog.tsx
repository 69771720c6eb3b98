import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { showFaultsAndFocusFirst } from '#web/ui/field.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { CHECK_IN_QUESTIONS, type CheckInAnswers } from '../model.ts';

const isComplete = (given: Partial<CheckInAnswers>): given is CheckInAnswers =>
  CHECK_IN_QUESTIONS.every((question) => given[question] !== undefined);

/**
 * A dialog with the weekly check-in: four questions on four scales. `keep` is called with all answers; the dialog sends
 * nothing itself.
 */
export function CheckInDialog({
  keep,
  onClose,
}: {
  keep: (answers: CheckInAnswers) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(['assessment', 'ui']);
  const { toast } = useToast();
  const [given, setGiven] = useState<Partial<CheckInAnswers>>({});
  const [asked, setAsked] = useState(false);
  const form = useId();
  const fields = useRef<HTMLFormElement>(null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete(given)) return showFaultsAndFocusFirst(fields.current, () => setAsked(true));
    keep(given);
    toast({ title: t('assessment:checkIn.saved') });
    return onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('assessment:checkIn.dialog')}
      closeLabel={t('ui:actions.close')}
      actions={
        <Button type="submit" form={form}>
          {t('assessment:checkIn.save')}
        </Button>
      }
    >
      <form ref={fields} id={form} noValidate onSubmit={save} className="grid gap-7">
        {CHECK_IN_QUESTIONS.map((question) => (
          <Slider
            key={question}
            label={t(`assessment:checkIn.${question}`)}
            low={t(`assessment:checkIn.low.${question}`)}
            high={t(`assessment:checkIn.high.${question}`)}
            value={given[question] ?? null}
            unsetText={t('assessment:checkIn.unset')}
            error={asked && given[question] === undefined && t('assessment:checkIn.missing')}
            onChange={(value) => setGiven({ ...given, [question]: value })}
          />
        ))}
      </form>
    </Dialog>
  );
}
