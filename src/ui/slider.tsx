import { useId, type ReactNode } from 'react';

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
}: {
  label: ReactNode;
  value: number;
  onChange: (value: number) => void;
  low: ReactNode;
  high: ReactNode;
  max?: number;
  step?: number;
  /** The value as it is shown and said, where a bare number does not do. */
  valueText?: string;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="flex items-baseline justify-between gap-4">
        <span>{label}</span>
        <output htmlFor={id} className="tabular font-serif text-2xl">
          {valueText ?? value}
        </output>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText}
        onChange={(event) => onChange(Number(event.target.value))}
        className="mt-2 h-11 w-full accent-ink"
      />
      <p aria-hidden="true" className="flex justify-between gap-6 text-sm text-ink-2">
        <span>{low}</span>
        <span className="text-right">{high}</span>
      </p>
    </div>
  );
}
