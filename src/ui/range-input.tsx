import './range-input.css';
import type { ComponentPropsWithRef } from 'react';

interface RangeInputProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'style' | 'value'> {
  min: number;
  max: number;
  value: number | null;
  /** A value of before, left on the line as a ring. */
  mark?: number | undefined;
}

/**
 * A range input whose track is highlighted up to its value. The track is an SVG, because the Content-Security-Policy
 * refuses style attributes in markup that the server rendered.
 */
export function RangeInput({ min, max, value, mark, className = '', ...rest }: RangeInputProps) {
  const getPart = (at: number) => (at - min) / Math.max(1, max - min);
  const part = getPart(value ?? min);
  return (
    <span className="relative block">
      <svg
        viewBox="0 0 100 3"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="absolute inset-x-0 top-1/2 h-[3px] w-full -translate-y-1/2 rounded-[2px]"
      >
        <path d="M0 1.5h100" strokeWidth="3" className="slider-track" />
        <path d={`M0 1.5h${(100 * part).toFixed(2)}`} stroke="var(--horizon)" strokeWidth="3" />
      </svg>
      {mark !== undefined && (
        <svg aria-hidden="true" className="absolute inset-x-2 inset-y-0 h-full overflow-visible">
          <circle
            cx={`${100 * getPart(mark)}%`}
            cy="50%"
            r="5"
            fill="var(--ground)"
            stroke="var(--edge)"
            strokeWidth="2"
          />
        </svg>
      )}
      <input
        {...rest}
        type="range"
        min={min}
        max={max}
        value={value ?? min}
        className={`slider ${value === null ? 'slider-unset' : ''} ${className}`}
      />
    </span>
  );
}
