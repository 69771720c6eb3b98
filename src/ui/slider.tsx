import { useId, type ReactNode } from 'react';
import { FieldError } from './field.tsx';
import { RangeInput } from './range-input.tsx';

/** Keys that set an unset scale to its lowest value, for which the browser fires no change event. */
const LOWEST_VALUE_KEYS = ['Home', 'ArrowLeft', 'ArrowDown', 'PageDown', ' '];

/**
 * A labelled range input from `low` to `high` that shows its value as a number. Digit keys jump to a tenth of the
 * scale, as on the fear scale of the assessment: 0 is 0, 7 is 7 of 10 or 70 of 100.
 */
export function Slider({
  label,
  value,
  onChange,
  low,
  high,
  max = 10,
  step = 1,
  valueText,
  unsetText,
  mark,
  error,
}: {
  label: ReactNode;
  /** `null` until a value is chosen; there is no default answer. */
  value: number | null;
  onChange: (value: number) => void;
  low: ReactNode;
  high: ReactNode;
  max?: number;
  step?: number;
  /** The value as shown and announced, where a bare number is not enough. */
  valueText?: string;
  /** Announced while no value is chosen. */
  unsetText: string;
  /** A value of before, left on the line. */
  mark?: number;
  error?: ReactNode;
}) {
  const id = useId();
  const unset = value === null;
  return (
    <div>
      <label htmlFor={id} className="flex flex-wrap items-baseline gap-4">
        <span className="grow basis-0">{label}</span>
        <output htmlFor={id} className="tabular font-serif text-2xl">
          {unset ? '–' : (valueText ?? value)}
        </output>
      </label>
      <div className="my-2">
        <RangeInput
          id={id}
          min={0}
          max={max}
          step={step}
          value={value}
          mark={mark}
          aria-valuetext={unset ? unsetText : valueText}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(Number(event.target.value))}
          onPointerUp={(event) => unset && onChange(Number(event.currentTarget.value))}
          onKeyDown={(event) => {
            if (!/^\d$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
            event.preventDefault();
            onChange((Number(event.key) * max) / 10);
          }}
          onKeyUp={(event) => unset && LOWEST_VALUE_KEYS.includes(event.key) && onChange(0)}
          className="scroll-my-32"
        />
      </div>
      <p aria-hidden="true" className="flex justify-between gap-6 text-sm text-ink-2">
        <span>{low}</span>
        <span className="text-right">{high}</span>
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
