import type { ReactNode } from 'react';

/** Shows one number in the serif font with its name above it. */
export function Stat({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="tabular font-serif text-2xl">{children}</dd>
    </div>
  );
}

/** A row of numbers, each with its label, as a description list (`<dl>`). */
export function StatList({ children }: { children: ReactNode }) {
  return <dl className="flex flex-wrap justify-between gap-x-8 gap-y-4">{children}</dl>;
}

/** A thin progress bar for `value` of `max`; `label` is its accessible name. */
export function ProgressBar({ value, max, label }: { value: number; max: number; label: string }) {
  const part = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <div>
      <progress aria-label={label} value={value} max={max} className="sr-only" />
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-1 w-full rounded-full"
      >
        <path d="M0 2h100" stroke="var(--line)" strokeWidth="4" />
        <path d={`M0 2h${(part * 100).toFixed(1)}`} stroke="var(--horizon)" strokeWidth="4" />
      </svg>
    </div>
  );
}
