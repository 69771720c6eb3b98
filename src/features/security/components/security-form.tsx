import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasErrorCode } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { showFaultsAndFocusFirst, useFocusOnRefusal } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/features/auth/components/password-field.tsx';

/**
 * A button that is replaced by a form when pressed. `children` gets a function that closes the form, which discards the
 * input and returns the focus to the button.
 */
export function FormOpener({
  label,
  children,
}: {
  label: string;
  children: (close: () => void) => ReactNode;
}) {
  const [state, setState] = useState<'initial' | 'open' | 'closed'>('initial');
  if (state === 'open') return children(() => setState('closed'));
  return (
    <Button
      ref={state === 'closed' ? takeFocus : undefined}
      variant="quiet"
      className="px-0 font-normal"
      onClick={() => setState('open')}
    >
      {label}
    </Button>
  );
}

const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

/** A form about the security of the account: its fields, what the server refused, and buttons to send and to cancel. */
export function SecurityForm({
  submitLabel,
  busy,
  error,
  inFields,
  onSubmit,
  onCancel,
  children,
}: {
  submitLabel: string;
  busy: boolean;
  /** The server's refusal. */
  error: Error | null;
  /** Whether the fields say what it is about. */
  inFields: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('ui');
  const describeError = useErrorMessage();
  const form = useRef<HTMLFormElement>(null);
  useFocusOnRefusal(form, error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    showFaultsAndFocusFirst(form.current, onSubmit);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid max-w-md gap-4 py-3">
      {children}
      {error && !inFields && <Notice tone="refusal">{describeError(error)}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {submitLabel}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Returns whether a request was refused because the current password is wrong. */
export const isWrongPassword = (error: Error | null): boolean =>
  hasErrorCode(error, 'wrong_credentials');

/**
 * A field for the current password, asked for before a sensitive change; shows that it is missing once `isChecked`, or
 * wrong.
 */
export function CurrentPassword({
  value,
  onChange,
  isChecked = false,
  refusal,
}: {
  value: string;
  onChange: (value: string) => void;
  isChecked?: boolean;
  /** The server's refusal of the form. */
  refusal: Error | null;
}) {
  const { t } = useTranslation('security');
  const missing = isChecked && value === '' && t('passwordMissing');
  return (
    <PasswordField
      label={t('currentPassword')}
      name="current-password"
      kind="current"
      value={value}
      onChange={onChange}
      error={missing || (isWrongPassword(refusal) ? t('wrongPassword') : null)}
    />
  );
}
