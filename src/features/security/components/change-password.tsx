import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#web/features/auth/components/password-field.tsx';
import { toCredentialFaults, validatePassword } from '#web/features/auth/model.ts';
import { useToast } from '#web/ui/toast.tsx';
import { useChangePassword } from '../queries.ts';
import { CurrentPassword, FormOpener, isWrongPassword, SecurityForm } from './security-form.tsx';

/** The form that changes the password. */
export function ChangePassword() {
  const { t } = useTranslation('security');
  return (
    <FormOpener label={t('password.open')}>{(close) => <PasswordForm close={close} />}</FormOpener>
  );
}

function PasswordForm({ close }: { close: () => void }) {
  const { t } = useTranslation(['security', 'auth', 'errors']);
  const { toast } = useToast();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  const change = useChangePassword();
  const missing = validatePassword(password, 'sign-up').password;
  const refused = toCredentialFaults(change.error).password;
  const fault = (isChecked && missing) || refused;

  const onSuccess = () => {
    toast({ title: t('security:password.changed') });
    close();
  };
  const submit = () => {
    setChecked(true);
    if (current === '' || missing) return;
    change.mutate({ currentPassword: current, password }, { onSuccess });
  };
  return (
    <SecurityForm
      submitLabel={t('security:password.submit')}
      busy={change.isPending}
      error={change.error}
      inFields={isWrongPassword(change.error) || refused !== undefined}
      onSubmit={submit}
      onCancel={close}
    >
      <CurrentPassword
        value={current}
        onChange={setCurrent}
        isChecked={isChecked}
        refusal={change.error}
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
    </SecurityForm>
  );
}
