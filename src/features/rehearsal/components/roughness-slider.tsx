import { type ReactNode, useId } from 'react';
import type { TurbulenceLevel } from '#shared/rules/rehearsal-air.ts';
import '#web/ui/range-input.css';

const MAX = 4;
const [WIDTH, MIDDLE] = [320, 22];

/** A line that swings more and more, from one share of its width to another. */
const buildWave = (from: number, to: number) =>
  Array.from({ length: 121 }, (_, i) => from + ((to - from) * i) / 120)
    .map((part, i) => {
      const y = MIDDLE + 15 * part ** 1.4 * Math.sin(part * 34);
      return `${i ? 'L' : 'M'}${(part * WIDTH).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');

/** How rough the air is, on a line that grows wavy. */
export function RoughnessSlider({
  label,
  said,
  value,
  onChange,
}: {
  label: ReactNode;
  /** The value in words, shown and announced. */
  said: string;
  value: TurbulenceLevel;
  onChange: (value: TurbulenceLevel) => void;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="flex items-baseline justify-between gap-4">
        <span>{label}</span>
        <output htmlFor={id} className="font-serif text-xl">
          {said}
        </output>
      </label>
      <span className="relative block">
        <svg
          viewBox={`0 0 ${WIDTH} ${MIDDLE * 2}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-0 size-full"
        >
          <path
            d={buildWave(0, 1)}
            fill="none"
            stroke="var(--edge)"
            strokeOpacity=".6"
            strokeWidth="1.75"
          />
          <path
            d={buildWave(0, value / MAX)}
            fill="none"
            stroke="var(--horizon)"
            strokeWidth="2.5"
          />
        </svg>
        <input
          id={id}
          type="range"
          min={0}
          max={MAX}
          value={value}
          aria-valuetext={said}
          onChange={(event) => onChange(event.target.valueAsNumber as TurbulenceLevel)}
          className="slider"
        />
      </span>
    </div>
  );
}
