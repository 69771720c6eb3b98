import { useState } from 'react';
import { now } from '#web/lib/clock.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';

/** Asks for the moment at which a session is to be published. */
export function ScheduleDialog({
  isOpen,
  isBusy,
  onClose,
  onChoose,
}: {
  isOpen: boolean;
  isBusy: boolean;
  onClose: () => void;
  onChoose: (publishAt: string) => void;
}) {
  const { t } = useTranslation(['studio-sessions', 'ui']);
  const [moment, setMoment] = useState('');
  const chosen = moment === '' ? null : new Date(moment);
  const isOver = chosen !== null && chosen <= now();
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={t('studio-sessions:schedule.title')}
      actions={
        <Button
          busy={isBusy}
          disabled={chosen === null || isOver}
          onClick={() => chosen && onChoose(chosen.toISOString())}
        >
          {t('studio-sessions:schedule.confirm')}
        </Button>
      }
    >
      <TextField
        type="datetime-local"
        label={t('studio-sessions:schedule.moment')}
        hint={t('studio-sessions:schedule.hint')}
        error={isOver ? t('studio-sessions:schedule.over') : undefined}
        value={moment}
        onChange={({ currentTarget }) => setMoment(currentTarget.value)}
      />
    </Dialog>
  );
}

/** Asks whether a session is to be unpublished. */
export function UnpublishDialog({
  isOpen,
  isBusy,
  onClose,
  onConfirm,
}: {
  isOpen: boolean;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const { t } = useTranslation(['studio-sessions', 'ui']);
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={t('studio-sessions:unpublish.title')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('ui:actions.cancel')}
          </Button>
          <Button busy={isBusy} onClick={onConfirm}>
            {t('studio-sessions:unpublish.confirm')}
          </Button>
        </>
      }
    >
      {t('studio-sessions:unpublish.text')}
    </Dialog>
  );
}
