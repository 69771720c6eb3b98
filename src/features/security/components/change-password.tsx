import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#web/features/auth/components/password-field.tsx';
import { toCredentialFaults, validatePassword } from '#web/features/auth/model.ts';
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
  const isWrong = change.error instanceof ApiError && change.error.code === 'wrong_credentials';
  const missing = validatePassword(password, 'sign-up').password;
  const refused = toCredentialFaults(change.error).password;
  const fault = (checked && missing) || refused;

  const close = () => {
    setOpen(false);
    setCurrent('');
    setPassword('');
    setChecked(false);
    change.reset();
  };
  const submit = () => {
    setChecked(true);
    if (current === '' || missing) return;
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
  return (
    <DisclosedForm
      open={open}
      onOpen={() => setOpen(true)}
      onClose={close}
      label={t('security:password.open')}
      submitLabel={t('security:password.submit')}
      busy={change.isPending}
      error={change.error}
      inFields={isWrong || refused !== undefined}
      onSubmit={submit}
    >
      <CurrentPassword
        value={current}
        onChange={setCurrent}
        error={
          (checked && current === '' && t('auth:fields.passwordMissing')) ||
          (isWrong ? t('security:wrongPassword') : null)
        }
      />
      <PasswordField
        label={t('security:password.label')}
        name="password"
        kind="new"
        value={password}
        onChange={setPassword}
        error={fault && t(fault)}
      />
      <p className="text-sm text-ink-2">{t('security:password.note')}</p>
    </DisclosedForm>
  );
}
