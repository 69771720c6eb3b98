import { useTranslation } from '#web/lib/translation.ts';
import { TextField } from '#web/ui/field.tsx';

/** The field for the e-mail address that a person signs in with. */
export function EmailField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (email: string) => void;
  error?: string | false | undefined;
}) {
  const { t } = useTranslation('auth');
  return (
    <TextField
      label={t('email')}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  );
}
