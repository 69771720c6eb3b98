import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Slider } from '#web/ui/slider.tsx';
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
          <Slider
            key={question}
            label={t(`assessment:checkIn.${question}`)}
            low={t(`assessment:checkIn.low.${question}`)}
            high={t(`assessment:checkIn.high.${question}`)}
            value={given[question]}
            onChange={(value) => setGiven({ ...given, [question]: value })}
          />
        ))}
        {checkIn.error && <Notice tone="refusal">{sentence(checkIn.error)}</Notice>}
      </div>
    </Dialog>
  );
}
