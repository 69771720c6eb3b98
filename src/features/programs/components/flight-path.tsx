import { computeProgramFlightPath } from '../model.ts';

/**
 * Draws a program's progress as a flight (climb, cruise, descent) with a point per lesson. Decorative; the text
 * beside it says the same.
 */
export function ProgramProgressPath({
  done,
  next,
  className = '',
}: {
  /** Whether each lesson is done, in order. */
  done: readonly boolean[];
  /** Index of the lesson that comes next; -1 when there is none. */
  next: number;
  className?: string;
}) {
  const { points, line } = computeProgramFlightPath(done.length);
  const last = done.lastIndexOf(true);
  const flown = last < 1 ? 0 : last / (done.length - 1);
  return (
    <svg viewBox="0 0 320 56" aria-hidden="true" className={`block w-full ${className}`}>
      <path d="M4 52.5H316" stroke="var(--line)" strokeWidth="1.5" strokeLinecap="round" />
      <path
        d={line(1)}
        fill="none"
        stroke="var(--edge)"
        strokeWidth="1.25"
        strokeDasharray="1 5"
        strokeLinecap="round"
      />
      {flown > 0 && (
        <path
          d={line(flown)}
          fill="none"
          stroke="var(--horizon)"
          strokeWidth="2"
          strokeLinecap="round"
        />
      )}
      {points.map(({ x, y }, index) => (
        <circle
          key={x}
          cx={x}
          cy={y}
          r={index === next ? 5.5 : 4}
          fill={done[index] ? 'var(--horizon)' : 'var(--ground)'}
          stroke={done[index] ? 'var(--horizon)' : index === next ? 'var(--ink)' : 'var(--edge)'}
          strokeWidth={index === next ? 2 : 1.5}
        />
      ))}
    </svg>
  );
}
