import type { ReactNode } from 'react';

/** A list of measured things, one line each. */
export function BarList({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul aria-label={label} className="grid gap-1">
      {children}
    </ul>
  );
}

/** One row of a report: name, thin line, number. The highlighted rows are also heavier, not only warmer. */
export function BarRow({
  label,
  value,
  max = 10,
  highlight = false,
  shown = String(value),
}: {
  label: ReactNode;
  value: number;
  max?: number;
  highlight?: boolean;
  /** The number as it is written, when it isn't the plain value. */
  shown?: string;
}) {
  const width = Math.min(1, Math.max(0, value / max)) * 200;
  return (
    <li
      className={`grid grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_2.25rem] items-center gap-4 py-1 ${highlight ? 'font-medium text-ink' : 'text-ink-2'}`}
    >
      <span className="leading-snug">{label}</span>
      <svg viewBox="0 0 200 8" preserveAspectRatio="none" aria-hidden="true" className="h-2 w-full">
        <path
          d="M0 4h200"
          stroke="var(--line)"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
        {width > 0 && (
          <path
            d={`M0 4h${width.toFixed(1)}`}
            stroke={highlight ? 'var(--horizon)' : 'var(--ink-2)'}
            strokeOpacity={highlight ? 1 : 0.7}
            strokeWidth={highlight ? 6 : 3.5}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <span className="tabular text-right font-serif text-lg">{shown}</span>
    </li>
  );
}

/** A figure in the serif with its name above it. */
export function Figure({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="tabular font-serif text-2xl">{children}</dd>
    </div>
  );
}

/** Several figures on one line; never boxed. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="flex flex-wrap justify-between gap-x-8 gap-y-4">{children}</dl>;
}

/** How far along something is: a thin line that fills; `label` names it aloud. */
export function ProgressLine({ value, max, label }: { value: number; max: number; label: string }) {
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
