import { useState } from 'react';
import { parseDateTimeField, formatDateTimeField } from '#web/features/admin/model.ts';
import { now } from '#web/lib/clock.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useGrantPass } from '../queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';

const MONTH_MS = 30 * 86_400_000;

/** A dialog that grants a person a pass until a date or for good, with a reason. */
export function GrantPassDialog({
  person: { id, email },
  onClose,
}: {
  person: { id: string; email: string };
  onClose: () => void;
}) {
  const { t } = useTranslation('studio-people');
  const { toast } = useToast();
  const grant = useGrantPass(id);
  const [isForGood, setForGood] = useState(false);
  const [until, setUntil] = useState(() =>
    formatDateTimeField(new Date(now().getTime() + MONTH_MS).toISOString()),
  );
  const endsAt = parseDateTimeField(until);
  const isOver = endsAt !== null && new Date(endsAt) <= now();
  return (
    <ReasonDialog
      title={t('grant.title')}
      text={t('grant.text', { who: email })}
      confirm={t('grant.confirm')}
      isBusy={grant.isPending}
      error={grant.error}
      isReady={isForGood || (endsAt !== null && !isOver)}
      onClose={onClose}
      onConfirm={(reason) =>
        grant.mutate(
          {
            tier: isForGood ? 'lifetime' : 'premium',
            endsAt: isForGood ? null : endsAt,
            reason,
          },
          {
            onSuccess: () => {
              toast({ title: t('grant.done') });
              onClose();
            },
          },
        )
      }
    >
      <Checkbox
        label={t('grant.forGood')}
        checked={isForGood}
        onChange={({ currentTarget }) => setForGood(currentTarget.checked)}
      />
      {!isForGood && (
        <TextField
          type="datetime-local"
          label={t('grant.until')}
          error={isOver ? t('grant.over') : undefined}
          value={until}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      )}
    </ReasonDialog>
  );
}
