import { useId } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
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
  const { t } = useTranslation(['assessment']);
  const { toast } = useToast();
  const id = useId();
  const form = useForm<Partial<CheckInAnswers>>({
    initial: {},
    validate: (given) =>
      Object.fromEntries(
        CHECK_IN_QUESTIONS.map((question) => [
          question,
          given[question] === undefined && t('assessment:checkIn.missing'),
        ]),
      ),
    onSubmit: (given) => {
      if (!isComplete(given)) return;
      keep(given);
      toast({ title: t('assessment:checkIn.saved') });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('assessment:checkIn.dialog')}
      actions={
        <Button type="submit" form={id}>
          {t('assessment:checkIn.save')}
        </Button>
      }
    >
      <form {...form.props} id={id} className="grid gap-7">
        {CHECK_IN_QUESTIONS.map((question) => (
          <Slider
            {...form.bindValue(question)}
            key={question}
            label={t(`assessment:checkIn.${question}`)}
            low={t(`assessment:checkIn.low.${question}`)}
            high={t(`assessment:checkIn.high.${question}`)}
            value={form.draft[question] ?? null}
            unsetText={t('assessment:checkIn.unset')}
          />
        ))}
      </form>
    </Dialog>
  );
}
