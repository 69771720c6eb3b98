import { PasswordField } from '#web/features/auth/components/password-field.tsx';
import { useCredentialValidation } from '#web/features/auth/hooks/use-credential-validation.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useToast } from '#web/ui/toast.tsx';
import { useChangePassword } from '../queries.ts';
import {
  CurrentPasswordField,
  FormOpener,
  SecurityFormFrame,
  useCurrentPasswordForm,
} from './security-form.tsx';

/** The form that changes the password. */
export function ChangePasswordForm() {
  const { t } = useTranslation('security');
  return (
    <FormOpener label={t('password.open')}>{(close) => <PasswordForm close={close} />}</FormOpener>
  );
}

function PasswordForm({ close }: { close: () => void }) {
  const { t } = useTranslation('security');
  const { toast } = useToast();
  const change = useChangePassword();
  const onSuccess = () => {
    toast({ title: t('password.changed') });
    close();
  };
  const form = useCurrentPasswordForm({
    initial: { currentPassword: '', password: '' },
    ...useCredentialValidation('sign-up'),
    request: change,
    onSubmit: (passwords) => change.mutate(passwords, { onSuccess }),
  });
  return (
    <SecurityFormFrame form={form} submitLabel={t('password.submit')} onCancel={close}>
      <CurrentPasswordField {...form.bindValue('currentPassword')} />
      <PasswordField
        {...form.bindValue('password')}
        label={t('password.label')}
        name="password"
        kind="new"
      />
      <p className="text-sm text-ink-2">{t('password.note')}</p>
    </SecurityFormFrame>
  );
}
