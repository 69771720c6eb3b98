import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toCredentialFaults, validateEmail } from '#web/features/auth/model.ts';
import { ApiError } from '#web/lib/api.ts';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useChangeEmail } from '../queries.ts';
import { DisclosedForm, CurrentPassword } from './disclosed-form.tsx';

/** Changes the e-mail address, which takes effect once confirmed by e-mail. */
export function ChangeEmail() {
  const { t } = useTranslation(['security', 'auth', 'errors']);
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  const [current, setCurrent] = useState('');
  const [checked, setChecked] = useState(false);
  const change = useChangeEmail();
  const isWrong = change.error instanceof ApiError && change.error.code === 'wrong_credentials';
  const missing = validateEmail(email.trim()).email;
  const refused = toCredentialFaults(change.error).email;
  const fault = (checked && missing) || refused;

  const close = () => {
    setOpen(false);
    setEmail('');
    setCurrent('');
    setChecked(false);
  };
  const submit = () => {
    setChecked(true);
    if (missing || current === '') return;
    change.mutate({ email: email.trim(), currentPassword: current }, { onSuccess: close });
  };
  if (change.isSuccess && !open)
    return (
      <output className="block py-3">
        <Notice>{t('security:email.sent', { email: change.variables.email })}</Notice>
      </output>
    );
  return (
    <DisclosedForm
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => {
        close();
        change.reset();
      }}
      label={t('security:email.open')}
      submitLabel={t('security:email.submit')}
      busy={change.isPending}
      error={change.error}
      inFields={isWrong || refused !== undefined}
      onSubmit={submit}
    >
      <TextField
        label={t('security:email.label')}
        hint={t('security:email.hint')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={fault && t(fault)}
      />
      <CurrentPassword
        value={current}
        onChange={setCurrent}
        error={
          (checked && current === '' && t('auth:fields.passwordMissing')) ||
          (isWrong ? t('security:wrongPassword') : null)
        }
      />
    </DisclosedForm>
  );
}
