import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { showFaults } from '#web/ui/first-fault.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { CHECK_IN_QUESTIONS, type CheckInQuestion } from '../model.ts';
import { useCheckIn } from '../queries.ts';

type Given = Record<CheckInQuestion, number>;
const isWhole = (given: Partial<Given>): given is Given =>
  CHECK_IN_QUESTIONS.every((question) => given[question] !== undefined);

/** Four questions on four scales, kept together. */
export function CheckInDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['assessment', 'ui']);
  const sentence = useErrorSentence();
  const { toast } = useToast();
  const [given, setGiven] = useState<Partial<Given>>({});
  const [asked, setAsked] = useState(false);
  const form = useId();
  const fields = useRef<HTMLFormElement>(null);
  const checkIn = useCheckIn();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isWhole(given)) return showFaults(fields.current, () => setAsked(true));
    checkIn.mutate(given, {
      onSuccess: () => {
        toast({ title: t('assessment:checkIn.saved') });
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('assessment:checkIn.dialog')}
      closeLabel={t('ui:actions.close')}
      actions={
        <Button type="submit" form={form} busy={checkIn.isPending}>
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
        {checkIn.error && <Notice tone="refusal">{sentence(checkIn.error)}</Notice>}
      </form>
    </Dialog>
  );
}
