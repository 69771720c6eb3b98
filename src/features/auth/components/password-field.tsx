import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import type { Mode } from '../model.ts';

/** A password that can be looked at; password managers are told whether it is new or known. */
export function PasswordField({
  mode,
  value,
  onChange,
  error,
}: {
  mode: Mode;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
}) {
  const { t } = useTranslation('auth');
  const [shown, setShown] = useState(false);
  return (
    <TextField
      label={t('password')}
      name="password"
      type={shown ? 'text' : 'password'}
      autoComplete={mode === 'sign-up' ? 'new-password' : 'current-password'}
      autoCapitalize="none"
      spellCheck={false}
      hint={mode === 'sign-up' && t('passwordHint')}
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
