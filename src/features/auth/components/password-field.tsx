import { type ReactNode, useState } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icons.tsx';

/** A password field with a button to show it. `kind` tells password managers whether it is new or current. */
export function PasswordField({
  label,
  name = 'password',
  kind,
  value,
  onChange,
  error,
}: {
  label?: string;
  name?: string;
  kind: 'new' | 'current';
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
}) {
  const { t } = useTranslation('auth');
  const [shown, setShown] = useState(false);
  return (
    <TextField
      label={label ?? t('password')}
      name={name}
      type={shown ? 'text' : 'password'}
      autoComplete={kind === 'new' ? 'new-password' : 'current-password'}
      autoCapitalize="none"
      spellCheck={false}
      hint={kind === 'new' && t('passwordHint')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
      end={
        <IconButton
          label={t(shown ? 'hide' : 'show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name="eye" className={`size-5.5 ${shown ? '' : 'text-ink-2'}`} />
        </IconButton>
      }
    />
  );
}
