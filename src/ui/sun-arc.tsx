/** Returns the sun's position on a parabola from one horizon to the other. */
const getSunPosition = (part: number): [number, number] => [
  18 + 324 * part,
  84 - 66 * (1 - (2 * part - 1) ** 2),
];
const buildArcPath = (from: number, to: number) =>
  Array.from({ length: 41 }, (_, i) => getSunPosition(from + ((to - from) * i) / 40))
    .map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
const FULL_ARC = buildArcPath(0, 1);

/**
 * Draws a countdown as the sun's path across the sky. `progress` is 0–1, or null before it is known. `label` is the
 * accessible name; the text beside the drawing says the same.
 */
export function SunArc({
  progress,
  label,
  className = '',
}: {
  progress: number | null;
  label: string;
  className?: string;
}) {
  const part = Math.min(1, Math.max(0, progress ?? 0));
  const [x, y] = getSunPosition(part);
  return (
    <svg
      viewBox="0 0 360 92"
      role="img"
      aria-label={label}
      className={`block max-h-[16dvh] w-full overflow-visible ${className}`}
    >
      <path d={FULL_ARC} fill="none" stroke="var(--line)" strokeWidth="2" strokeLinecap="round" />
      {part > 0 && (
        <path
          d={buildArcPath(0, part)}
          fill="none"
          stroke="var(--horizon)"
          strokeWidth="2.25"
          strokeLinecap="round"
        />
      )}
      {progress === null ? (
        <circle cx={x} cy={y} r="6" fill="var(--ground)" stroke="var(--ink-2)" strokeWidth="2" />
      ) : (
        <>
          <circle cx={x} cy={y} r="17" fill="var(--glow)" opacity=".45" />
          <circle cx={x} cy={y} r="6.5" fill="var(--horizon)" />
        </>
      )}
    </svg>
  );
}
