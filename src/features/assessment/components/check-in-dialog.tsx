import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { CHECK_IN_QUESTIONS, type CheckInQuestion } from '../model.ts';
import { useCheckIn } from '../queries.ts';

type Given = Record<CheckInQuestion, number>;
const MIDDLE: Given = { fear: 5, worry: 5, avoidance: 5, confidence: 5 };

/** Four questions on four scales, kept together. */
export function CheckInDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['assessment', 'ui']);
  const sentence = useErrorSentence();
  const { toast } = useToast();
  const [given, setGiven] = useState<Given>(MIDDLE);
  const checkIn = useCheckIn();
  const save = () =>
    checkIn.mutate(given, {
      onSuccess: () => {
        toast({ title: t('assessment:checkIn.saved') });
        onClose();
      },
    });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('assessment:checkIn.dialog')}
      closeLabel={t('ui:actions.close')}
      actions={
        <Button busy={checkIn.isPending} onClick={save}>
          {t('assessment:checkIn.save')}
        </Button>
      }
    >
      <div className="grid gap-7">
        {CHECK_IN_QUESTIONS.map((question) => (
          <Scale
            key={question}
            question={question}
            value={given[question]}
            onChange={(value) => setGiven({ ...given, [question]: value })}
          />
        ))}
        {checkIn.error && <Notice tone="refusal">{sentence(checkIn.error)}</Notice>}
      </div>
    </Dialog>
  );
}

function Scale({
  question,
  value,
  onChange,
}: {
  question: CheckInQuestion;
  value: number;
  onChange: (value: number) => void;
}) {
  const { t } = useTranslation('assessment');
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="flex items-baseline justify-between gap-4">
        <span>{t(`checkIn.${question}`)}</span>
        <output htmlFor={id} className="tabular font-serif text-2xl">
          {value}
        </output>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={10}
        step={1}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="mt-2 h-11 w-full accent-ink"
      />
      <p aria-hidden="true" className="flex justify-between text-sm text-ink-2">
        <span>{t(`checkIn.low.${question}`)}</span>
        <span>{t(`checkIn.high.${question}`)}</span>
      </p>
    </div>
  );
}
