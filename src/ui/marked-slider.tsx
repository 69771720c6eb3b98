import { RangeInput } from './range-input.tsx';

/** A range input with its label above and marks below. */
export function MarkedSlider(props: {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  /** The value in words. */
  text: string;
  marks: readonly [string, string, string];
  onChange: (value: number) => void;
}) {
  const { label, min, max, step, value, text, marks, onChange } = props;
  return (
    <label className="mt-3 block">
      <span className="font-medium">{label}</span>
      <RangeInput
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <span
        aria-hidden="true"
        className="tabular -mt-1 flex justify-between gap-2 text-sm text-ink-2"
      >
        {marks.map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </span>
    </label>
  );
}
