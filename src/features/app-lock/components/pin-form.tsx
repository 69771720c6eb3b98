import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SecurityForm } from '#web/features/security/components/security-form.tsx';
import { findPinFault } from '../model.ts';
import { PinField } from './pin-field.tsx';

interface PinFormProps {
  /** The present PIN, a new one with its repetition, or both. */
  asks: readonly ('present' | 'new')[];
  submitLabel: string;
  /** Whether the present PIN is right. */
  check?: (pin: string) => Promise<boolean>;
  onSubmit: (present: string, pin: string) => Promise<void>;
  close: () => void;
}

/** A form that asks for PINs of the app lock and closes when what it is for is done. */
export function PinForm({ asks, submitLabel, check, onSubmit, close }: PinFormProps) {
  const { t } = useTranslation('lock');
  const [present, setPresent] = useState('');
  const [pin, setPin] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isNew = asks.includes('new');
  const fault = isNew ? findPinFault(pin, repeated) : null;
  const submit = async () => {
    setChecked(true);
    if (fault || isBusy) return;
    setBusy(true);
    const isRight = check === undefined || (await check(present));
    setWrong(!isRight);
    if (isRight) {
      await onSubmit(present, pin);
      close();
    }
    setBusy(false);
  };
  return (
    <SecurityForm
      submitLabel={submitLabel}
      busy={isBusy}
      error={null}
      inFields
      onSubmit={() => void submit()}
      onCancel={close}
    >
      {asks.includes('present') && (
        <PinField
          label={t('pin')}
          name="present-pin"
          value={present}
          onChange={setPresent}
          error={isWrong && t('wrong')}
        />
      )}
      {isNew && (
        <>
          <PinField
            label={t('newPin')}
            hint={t('pinHint')}
            name="new-pin"
            value={pin}
            onChange={setPin}
            error={isChecked && fault === 'tooShort' && t('tooShort')}
          />
          <PinField
            label={t('repeat')}
            name="repeated-pin"
            value={repeated}
            onChange={setRepeated}
            error={isChecked && fault === 'different' && t('different')}
          />
        </>
      )}
    </SecurityForm>
  );
}
