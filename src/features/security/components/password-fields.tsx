import { useTranslation } from 'react-i18next';
import { PasswordField } from '#web/features/auth/components/password-field.tsx';

/** The current password, asked for before a sensitive change. */
export function CurrentPassword({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
}) {
  const { t } = useTranslation('security');
  return (
    <PasswordField
      label={t('currentPassword')}
      name="current-password"
      kind="current"
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
