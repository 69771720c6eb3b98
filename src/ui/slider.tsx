import './slider.css';
import { useId, type ReactNode } from 'react';
import { FieldError } from './field.tsx';

/** What sets a scale that rests unset at its low end, where the browser would report no change. */
const LOWEST = ['Home', 'ArrowLeft', 'ArrowDown', 'PageDown', ' '];

/** A scale from `low` to `high` on the platform's range input, with its value in figures. */
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
  error,
}: {
  label: ReactNode;
  /** `null` while nothing was chosen: a scale has no answer of its own. */
  value: number | null;
  onChange: (value: number) => void;
  low: ReactNode;
  high: ReactNode;
  max?: number;
  step?: number;
  /** The value as it is shown and said, where a bare number does not do. */
  valueText?: string;
  /** Said while nothing is chosen. */
  unsetText: string;
  /** What is missing, under the scale. */
  error?: ReactNode;
}) {
  const id = useId();
  const unset = value === null;
  return (
    <div>
      <label htmlFor={id} className="flex items-baseline justify-between gap-4">
        <span>{label}</span>
        <output htmlFor={id} className="tabular font-serif text-2xl">
          {unset ? '–' : (valueText ?? value)}
        </output>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={max}
        step={step}
        value={value ?? 0}
        aria-valuetext={unset ? unsetText : valueText}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(Number(event.target.value))}
        onPointerUp={(event) => unset && onChange(Number(event.currentTarget.value))}
        onKeyUp={(event) => unset && LOWEST.includes(event.key) && onChange(0)}
        className={`slider mt-2 scroll-my-32 ${unset ? 'slider-unset' : ''}`}
        style={{ '--played': `${(100 * (value ?? 0)) / max}%` } as object}
      />
      <p aria-hidden="true" className="flex justify-between gap-6 text-sm text-ink-2">
        <span>{low}</span>
        <span className="text-right">{high}</span>
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
