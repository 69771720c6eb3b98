import { useId } from 'react';
import { useProfile } from '#web/features/account/queries.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useEraseAccount } from '../queries.ts';
import { PassErasureNotice } from './erase-pass.tsx';
import { CurrentPasswordField, useCurrentPasswordForm } from './security-form.tsx';

/** Explains the erasure, asks for the e-mail to be typed as confirmation, and erases the account. */
export function EraseAccountDialog({
  open,
  onClose,
  hasPassword,
}: {
  open: boolean;
  onClose: () => void;
  hasPassword: boolean;
}) {
  const { t } = useTranslation(['security']);
  const { email: own } = useProfile();
  const erase = useEraseAccount();
  const id = useId();
  const form = useCurrentPasswordForm({
    initial: { email: '', currentPassword: '' },
    validate: ({ email, currentPassword }) => ({
      email: email.trim().toLowerCase() !== own.toLowerCase() && t('security:erase.emailOther'),
      currentPassword: hasPassword && currentPassword === '' && t('security:passwordMissing'),
    }),
    request: erase,
    onSubmit: ({ email, currentPassword }) =>
      erase.mutate({ email: email.trim(), ...(hasPassword && { currentPassword }) }),
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('security:erase.title')}
      actions={
        <>
          <Button onClick={onClose}>{t('security:erase.keep')}</Button>
          <Button variant="secondary" type="submit" form={id} busy={erase.isPending}>
            {t('security:erase.submit')}
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className="grid gap-4">
        <p>{t('security:erase.what')}</p>
        <p className="text-ink-2">{t('security:erase.kept')}</p>
        {open && <PassErasureNotice />}
        <TextField
          {...form.bindInput('email')}
          label={t('security:erase.email')}
          hint={own}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {hasPassword && <CurrentPasswordField {...form.bindValue('currentPassword')} />}
        {form.failure && <Notice tone="refusal">{form.failure}</Notice>}
      </form>
    </Dialog>
  );
}
