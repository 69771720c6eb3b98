import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '#web/features/account/queries.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { showFaultsAndFocusFirst, TextField, useFocusOnRefusal } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useEraseAccount } from '../queries.ts';
import { ErasePass } from './erase-pass.tsx';
import { CurrentPassword, isWrongPassword } from './security-form.tsx';

/** Explains the erasure, asks for the e-mail to be typed as confirmation, and erases the account. */
export function EraseDialog({
  open,
  onClose,
  hasPassword,
}: {
  open: boolean;
  onClose: () => void;
  hasPassword: boolean;
}) {
  const { t } = useTranslation(['security', 'ui']);
  const describeError = useErrorMessage();
  const { email } = useProfile();
  const [typed, setTyped] = useState('');
  const [current, setCurrent] = useState('');
  const [checked, setChecked] = useState(false);
  const erase = useEraseAccount();
  const form = useId();
  const fields = useRef<HTMLFormElement>(null);
  useFocusOnRefusal(fields, erase.error);
  const isWrong = isWrongPassword(erase.error);
  const isSame = typed.trim().toLowerCase() === email.toLowerCase();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    showFaultsAndFocusFirst(fields.current, () => setChecked(true));
    if (!isSame || (hasPassword && current === '')) return;
    erase.mutate({ email: typed.trim(), ...(hasPassword && { currentPassword: current }) });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('security:erase.title')}
      closeLabel={t('ui:actions.close')}
      actions={
        <>
          <Button onClick={onClose}>{t('security:erase.keep')}</Button>
          <Button variant="secondary" type="submit" form={form} busy={erase.isPending}>
            {t('security:erase.submit')}
          </Button>
        </>
      }
    >
      <form ref={fields} id={form} noValidate onSubmit={submit} className="grid gap-4">
        <p>{t('security:erase.what')}</p>
        <p className="text-ink-2">{t('security:erase.kept')}</p>
        {open && <ErasePass />}
        <TextField
          label={t('security:erase.email')}
          hint={email}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={checked && !isSame && t('security:erase.emailOther')}
        />
        {hasPassword && (
          <CurrentPassword
            value={current}
            onChange={setCurrent}
            isChecked={checked}
            refusal={erase.error}
          />
        )}
        {erase.error && !isWrong && <Notice tone="refusal">{describeError(erase.error)}</Notice>}
      </form>
    </Dialog>
  );
}
