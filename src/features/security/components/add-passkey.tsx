import { useState } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useAddPasskey } from '../queries.ts';
import { RecoveryCodeList } from './recovery-codes.tsx';
import {
  CurrentPasswordField,
  FormOpener,
  SecurityFormFrame,
  useCurrentPasswordForm,
} from './security-form.tsx';

const takeFocus = (place: HTMLElement | null) => place?.focus();

/**
 * Adds a passkey: asks for the password, opens the device's dialog, and shows the recovery codes if there are new ones.
 */
export function AddPasskeyForm({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslation('security');
  // The recovery codes stay in sight when the first passkey has made this one of several.
  const [codes, setCodes] = useState<string[]>([]);
  if (codes.length > 0)
    return (
      <div
        ref={takeFocus}
        tabIndex={-1}
        className="grid max-w-md justify-items-start gap-4 py-3 outline-none"
      >
        <RecoveryCodeList codes={codes}>{t('passkeys.recovery')}</RecoveryCodeList>
        <Button onClick={() => setCodes([])}>{t('passkeys.recoveryDone')}</Button>
      </div>
    );
  return (
    <FormOpener label={t(isFirst ? 'passkeys.openFirst' : 'passkeys.open')}>
      {(close) => <AddForm close={close} onCodes={setCodes} />}
    </FormOpener>
  );
}

function AddForm({ close, onCodes }: { close: () => void; onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation('security');
  const { toast } = useToast();
  const add = useAddPasskey();
  const onSuccess = (codes: string[] | null) => {
    if (!codes) return;
    toast({ title: t('passkeys.done') });
    onCodes(codes);
    close();
  };
  const form = useCurrentPasswordForm({
    initial: { currentPassword: '' },
    request: add,
    onSubmit: ({ currentPassword }) => add.mutate(currentPassword, { onSuccess }),
  });
  return (
    <SecurityFormFrame form={form} submitLabel={t('passkeys.begin')} onCancel={close}>
      <p className="text-ink-2">{t('passkeys.lead')}</p>
      <CurrentPasswordField {...form.bindValue('currentPassword')} />
      {add.data === null && <Notice>{t('passkeys.stopped')}</Notice>}
    </SecurityFormFrame>
  );
}
