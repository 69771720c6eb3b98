import type { ReactNode } from 'react';
import { TextField } from '#web/ui/field.tsx';

/** A field for the PIN of the app lock, which no password manager keeps. */
export function PinField({
  label,
  hint,
  name,
  value,
  onChange,
  error,
}: {
  label: string;
  hint?: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
}) {
  return (
    <TextField
      label={label}
      hint={hint}
      name={name}
      type="password"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  );
}
