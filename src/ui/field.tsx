import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { Icon } from './icons.tsx';

interface FieldText {
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong and how to correct it; shown under the control and linked by `aria-describedby`. */
  error?: ReactNode;
}

/** A validation error under a control, with an icon, since colour alone must not carry the meaning. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="mt-2 flex items-start gap-2 text-sm text-refusal">
      <Icon name="notice" className="mt-0.5 size-4.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

/** Renders label, hint and error around one form control; `children` gets the ids and ARIA attributes to set on it. */
export function Field({
  label,
  hint,
  error,
  optional,
  children,
}: FieldText & {
  optional?: ReactNode;
  children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
        {optional && <span className="ml-2 text-sm font-normal text-ink-2">{optional}</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="mb-2 text-sm text-ink-2">
          {hint}
        </p>
      )}
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error ? { 'aria-invalid': true as const } : {}),
      })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export const CONTROL_CLASS_NAME =
  'block w-full min-h-12 rounded-2xl border border-edge bg-raised px-4 py-2.5 text-ink transition-colors ' +
  'placeholder:text-ink-2 hover:border-ink aria-invalid:border-refusal disabled:opacity-55 ' +
  // Scrolls into view together with its label and error.
  'scroll-my-32';

/** A single-line text field (or e-mail, password, date, number, search …). */
export function TextField({
  label,
  hint,
  error,
  optional,
  end,
  className = '',
  ...input
}: Omit<ComponentPropsWithRef<'input'>, 'id'> &
  FieldText & {
    optional?: ReactNode;
    /** A control inside the field, at its end (show the password, clear). */ end?: ReactNode;
  }) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(ids) => (
        <span className="relative block">
          <input
            {...input}
            {...ids}
            className={`${CONTROL_CLASS_NAME} ${end ? 'pr-14' : ''} ${className}`}
          />
          {end && <span className="absolute inset-y-0 right-0 grid place-items-center">{end}</span>}
        </span>
      )}
    </Field>
  );
}

/** A text field with several lines. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  className = '',
  ...area
}: Omit<ComponentPropsWithRef<'textarea'>, 'id'> & FieldText & { optional?: ReactNode }) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(ids) => (
        <textarea rows={4} {...area} {...ids} className={`${CONTROL_CLASS_NAME} ${className}`} />
      )}
    </Field>
  );
}

/** A native `<select>` with label, hint and error. */
export function Select({
  label,
  hint,
  error,
  options,
  className = '',
  ...select
}: Omit<ComponentPropsWithRef<'select'>, 'id' | 'children'> &
  FieldText & { options: readonly { value: string; label: string }[] }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <span className="relative block">
          <select
            {...select}
            {...ids}
            className={`${CONTROL_CLASS_NAME} appearance-none pr-11 ${className}`}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon
            name="chevron-down"
            className="pointer-events-none absolute top-1/2 right-4 size-5 -translate-y-1/2"
          />
        </span>
      )}
    </Field>
  );
}

/** A native `<select>` within a line of text, for settings that most people leave unchanged. */
export function InlineSelect({
  label,
  hideLabel,
  options,
  ...select
}: Omit<ComponentPropsWithRef<'select'>, 'id' | 'children'> & {
  label: ReactNode;
  /** Keep the label for screen readers only, when a heading already says it. */
  hideLabel?: boolean;
  options: readonly { value: string; label: string }[];
}) {
  return (
    <label className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
      <span className={hideLabel ? 'sr-only' : ''}>{label}</span>
      <span className="relative max-w-full min-w-0">
        <select
          {...select}
          className="min-h-11 max-w-full appearance-none rounded-lg bg-transparent pr-7 text-ink underline decoration-edge decoration-1 underline-offset-6 hover:decoration-current"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} className="bg-raised text-ink">
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevron-down"
          className="pointer-events-none absolute top-1/2 right-1 size-4 -translate-y-1/2"
        />
      </span>
    </label>
  );
}
