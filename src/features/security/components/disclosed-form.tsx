import { type FormEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { showFaultsAndFocusFirst, useFocusOnRefusal } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordField } from '#web/features/auth/components/password-field.tsx';

/** A form that replaces the button that opens it, and restores the focus when it closes. */
export function DisclosedForm({
  open,
  onOpen,
  onClose,
  label,
  submitLabel,
  busy,
  error,
  inFields,
  onSubmit,
  children,
}: {
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
  /** The label of the button that opens it. */
  label: string;
  submitLabel: string;
  busy: boolean;
  /** The server's refusal. */
  error: Error | null;
  /** Whether the fields say what it is about. */
  inFields: boolean;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('ui');
  const describeError = useErrorMessage();
  const form = useRef<HTMLFormElement>(null);
  useFocusOnRefusal(form, error);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    onClose();
    requestAnimationFrame(() => opener.current?.focus());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    showFaultsAndFocusFirst(form.current, onSubmit);
  };
  if (!open)
    return (
      <Button ref={opener} variant="quiet" className="px-0 font-normal" onClick={onOpen}>
        {label}
      </Button>
    );
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid max-w-md gap-4 py-3">
      {children}
      {error && !inFields && <Notice tone="refusal">{describeError(error)}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {submitLabel}
        </Button>
        <Button variant="secondary" onClick={close}>
          {t('actions.cancel')}
        </Button>
      </div>
    </form>
  );
}

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
