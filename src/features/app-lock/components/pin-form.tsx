import { useMutation } from '@tanstack/react-query';
import { SecurityFormFrame } from '#web/features/security/components/security-form.tsx';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { findPinFault } from '../model.ts';
import { PinField } from './pin-field.tsx';

interface PinFormProps {
  asks: readonly ('present' | 'new')[];
  submitLabel: string;
  check?: (pin: string) => Promise<boolean>;
  onSubmit: (present: string, pin: string) => Promise<void>;
  close: () => void;
}

class WrongPinError extends Error {}

export function PinForm({ asks, submitLabel, check, onSubmit, close }: PinFormProps) {
  const { t } = useTranslation('lock');
  const isNew = asks.includes('new');
  const change = useMutation({
    mutationFn: async ({ present, pin }: { present: string; pin: string }) => {
      if (check && !(await check(present))) throw new WrongPinError();
      await onSubmit(present, pin);
    },
    onSuccess: close,
  });
  const form = useForm({
    initial: { present: '', pin: '', repeated: '' },
    validate: ({ pin, repeated }) => {
      const fault = isNew ? findPinFault(pin, repeated) : null;
      return {
        pin: fault === 'tooShort' && t('tooShort'),
        repeated: fault === 'different' && t('different'),
      };
    },
    request: change,
    describeRefusal: (error) => ({ present: error instanceof WrongPinError && t('wrong') }),
    onSubmit: change.mutate,
  });
  return (
    <SecurityFormFrame form={form} submitLabel={submitLabel} onCancel={close}>
      {asks.includes('present') && (
        <PinField {...form.bindValue('present')} label={t('pin')} name="present-pin" />
      )}
      {isNew && (
        <>
          <PinField
            {...form.bindValue('pin')}
            label={t('newPin')}
            hint={t('pinHint')}
            name="new-pin"
          />
          <PinField {...form.bindValue('repeated')} label={t('repeat')} name="repeated-pin" />
        </>
      )}
    </SecurityFormFrame>
  );
}
