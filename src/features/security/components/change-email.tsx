import { useCredentialValidation } from '#web/features/auth/hooks/use-credential-validation.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useRequestEmailChange } from '../queries.ts';
import {
  CurrentPasswordField,
  FormOpener,
  SecurityFormFrame,
  useCurrentPasswordForm,
} from './security-form.tsx';

/** The form that changes the e-mail address, which takes effect once confirmed by e-mail. */
export function ChangeEmailForm() {
  const { t } = useTranslation('security');
  return <FormOpener label={t('email.open')}>{(close) => <EmailForm close={close} />}</FormOpener>;
}

function EmailForm({ close }: { close: () => void }) {
  const { t } = useTranslation('security');
  const change = useRequestEmailChange();
  const form = useCurrentPasswordForm({
    initial: { email: '', currentPassword: '' },
    ...useCredentialValidation('sign-in'),
    request: change,
    onSubmit: ({ email, currentPassword }) =>
      change.mutate({ email: email.trim(), currentPassword }),
  });
  if (change.isSuccess)
    return (
      <output className="block py-3">
        <Notice>{t('email.sent', { email: change.variables.email })}</Notice>
      </output>
    );
  return (
    <SecurityFormFrame form={form} submitLabel={t('email.submit')} onCancel={close}>
      <TextField
        {...form.bindInput('email')}
        label={t('email.label')}
        hint={t('email.hint')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <CurrentPasswordField {...form.bindValue('currentPassword')} />
    </SecurityFormFrame>
  );
}
