import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import { FieldError } from './field.tsx';

export interface ChoiceOption<Value extends string> {
  value: Value;
  label: ReactNode;
  /** A secondary line below the label. */
  detail?: ReactNode;
  disabled?: boolean;
}

interface GroupProps<Value extends string> {
  legend: ReactNode;
  /** Keep the legend for screen readers only, when a heading already says it. */
  hideLegend?: boolean;
  choices: readonly ChoiceOption<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  error?: ReactNode;
  name?: string;
}

function ChoiceMark({ round }: { round: boolean }) {
  const shape = round ? 'rounded-full' : 'rounded-lg';
  return (
    <span
      aria-hidden="true"
      className={`mt-0.5 grid size-6 shrink-0 place-items-center border-[1.5px] border-edge bg-raised transition-colors peer-checked:border-ink peer-checked:bg-ink peer-focus-visible:outline-[2.5px] peer-focus-visible:outline-offset-3 peer-focus-visible:outline-load peer-disabled:opacity-55 peer-checked:*:opacity-100 ${shape}`}
    >
      {round ? (
        <span className="size-2.5 rounded-full bg-on-ink opacity-0" />
      ) : (
        <svg viewBox="0 0 16 16" className="size-4 text-on-ink opacity-0">
          <path
            d="m3 8.5 3.4 3.4L13 4.8"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      )}
    </span>
  );
}

function ChoiceText({ label, detail }: { label: ReactNode; detail?: ReactNode }) {
  return (
    <span className="min-w-0 flex-1 wrap-anywhere">
      <span className="block">{label}</span>
      {detail && <span className="mt-0.5 block text-sm text-ink-2">{detail}</span>}
    </span>
  );
}

function Group<Value extends string>({
  legend,
  hideLegend,
  choices,
  value,
  onChange,
  error,
  name,
  itemClass,
  listClass,
}: GroupProps<Value> & { itemClass: string; listClass: string }) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={hideLegend ? 'sr-only' : 'mb-2 font-medium'}>{legend}</legend>
      <div className={listClass}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={`flex cursor-pointer items-start gap-3.5 has-disabled:cursor-not-allowed ${itemClass}`}
          >
            <input
              type="radio"
              name={name ?? id}
              value={choice.value}
              checked={value === choice.value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
              className="peer sr-only"
            />
            <ChoiceMark round />
            <ChoiceText label={choice.label} detail={choice.detail} />
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

/** A vertical list of radio buttons. */
export function RadioGroup<Value extends string>(props: GroupProps<Value>) {
  return <Group {...props} listClass="grid" itemClass="min-h-12 py-2.5" />;
}

/** Radio buttons as full-width outlined cards; the chosen one is filled. */
export function ChoiceCards<Value extends string>(props: GroupProps<Value>) {
  return (
    <Group
      {...props}
      listClass="grid gap-3"
      itemClass="min-h-14 rounded-2xl border border-line bg-raised px-4 py-3.5 transition-colors hover:border-edge has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--ink)]"
    />
  );
}

/** A checkbox with its label beside it. */
export function Checkbox({
  label,
  detail,
  error,
  className = '',
  ...input
}: Omit<ComponentPropsWithRef<'input'>, 'type' | 'id'> & {
  label: ReactNode;
  detail?: ReactNode;
  error?: ReactNode;
}) {
  const id = useId();
  return (
    <div className={className}>
      <label className="flex min-h-12 cursor-pointer items-start gap-3.5 py-2.5 has-disabled:cursor-not-allowed">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="peer sr-only"
        />
        <ChoiceMark round={false} />
        <ChoiceText label={label} detail={detail} />
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
