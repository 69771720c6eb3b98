import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toCredentialFaults, validateEmail } from '#web/features/auth/model.ts';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useChangeEmail } from '../queries.ts';
import { CurrentPassword, FormOpener, isWrongPassword, SecurityForm } from './security-form.tsx';

/** The form that changes the e-mail address, which takes effect once confirmed by e-mail. */
export function ChangeEmail() {
  const { t } = useTranslation('security');
  return <FormOpener label={t('email.open')}>{(close) => <EmailForm close={close} />}</FormOpener>;
}

function EmailForm({ close }: { close: () => void }) {
  const { t } = useTranslation(['security', 'auth', 'errors']);
  const [email, setEmail] = useState('');
  const [current, setCurrent] = useState('');
  const [isChecked, setChecked] = useState(false);
  const change = useChangeEmail();
  const missing = validateEmail(email.trim()).email;
  const refused = toCredentialFaults(change.error).email;
  const fault = (isChecked && missing) || refused;

  const submit = () => {
    setChecked(true);
    if (missing || current === '') return;
    change.mutate({ email: email.trim(), currentPassword: current });
  };
  if (change.isSuccess)
    return (
      <output className="block py-3">
        <Notice>{t('security:email.sent', { email: change.variables.email })}</Notice>
      </output>
    );
  return (
    <SecurityForm
      submitLabel={t('security:email.submit')}
      busy={change.isPending}
      error={change.error}
      inFields={isWrongPassword(change.error) || refused !== undefined}
      onSubmit={submit}
      onCancel={close}
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
        isChecked={isChecked}
        refusal={change.error}
      />
    </SecurityForm>
  );
}
