import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#web/features/auth/components/password-field.tsx';
import { validatePassword } from '#web/features/auth/model.ts';
import { ApiError } from '#web/lib/api.ts';
import { useToast } from '#web/ui/toast.tsx';
import { useChangePassword } from '../queries.ts';
import { DisclosedForm, CurrentPassword } from './disclosed-form.tsx';

/** Changes the password. */
export function ChangePassword() {
  const { t } = useTranslation(['security', 'auth', 'errors']);
  const { toast } = useToast();
  const [open, setOpen] = useState(false);
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const change = useChangePassword();
  const code = change.error instanceof ApiError ? change.error.code : null;
  const fault = checked ? validatePassword(password, 'sign-up').password : undefined;

  const close = () => {
    setOpen(false);
    setCurrent('');
    setPassword('');
    setChecked(false);
    change.reset();
  };
  const submit = () => {
    setChecked(true);
    if (current === '' || validatePassword(password, 'sign-up').password) return;
    change.mutate(
      { currentPassword: current, password },
      {
        onSuccess: () => {
          toast({ title: t('security:password.changed') });
          close();
        },
      },
    );
  };
  const isShown = code === 'wrong_credentials' || code === 'password_too_common';
  return (
    <DisclosedForm
      open={open}
      onOpen={() => setOpen(true)}
      onClose={close}
      label={t('security:password.open')}
      submitLabel={t('security:password.submit')}
      busy={change.isPending}
      error={isShown ? null : change.error}
      onSubmit={submit}
    >
      <CurrentPassword
        value={current}
        onChange={setCurrent}
        error={
          (checked && current === '' && t('auth:fields.passwordMissing')) ||
          (code === 'wrong_credentials' ? t('security:wrongPassword') : null)
        }
      />
      <PasswordField
        label={t('security:password.label')}
        name="password"
        kind="new"
        value={password}
        onChange={setPassword}
        error={
          (fault && t(`auth:fields.${fault}`)) ||
          (code === 'password_too_common' && t('errors:password_too_common'))
        }
      />
      <p className="text-sm text-ink-2">{t('security:password.note')}</p>
    </DisclosedForm>
  );
}
