import { type ReactNode, useState } from 'react';
import { hasErrorCode } from '#web/lib/api.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { type FormOptions, type FormFrameState, useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
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
export function SecurityFormFrame({
  form,
  submitLabel,
  onCancel,
  children,
}: {
  form: FormFrameState;
  submitLabel: string;
  onCancel: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('ui');
  return (
    <form {...form.props} className="grid max-w-md gap-4 py-3">
      {children}
      {form.failure && <Notice tone="refusal">{form.failure}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.isPending}>
          {submitLabel}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** A field for the current password, asked for before a sensitive change (`useCurrentPasswordForm`). */
export function CurrentPasswordField(field: {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}) {
  const { t } = useTranslation('security');
  return (
    <PasswordField {...field} label={t('currentPassword')} name="current-password" kind="current" />
  );
}

/** A form (`useForm`) that asks for the current password too, and says that it is missing or wrong. */
export function useCurrentPasswordForm<Draft extends { currentPassword: string }>({
  validate,
  describeRefusal,
  ...options
}: FormOptions<Draft>) {
  const { t } = useTranslation('security');
  return useForm<Draft>({
    ...options,
    validate: (draft) => ({
      currentPassword: draft.currentPassword === '' && t('passwordMissing'),
      ...validate?.(draft),
    }),
    describeRefusal: (error) => ({
      currentPassword: hasErrorCode(error, 'wrong_credentials') && t('wrongPassword'),
      ...describeRefusal?.(error),
    }),
  });
}
