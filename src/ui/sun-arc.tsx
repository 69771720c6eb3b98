/** Where the sun stands: a parabola from one horizon to the other, low enough to sit above a sentence. */
const point = (part: number): [number, number] => [
  18 + 324 * part,
  84 - 66 * (1 - (2 * part - 1) ** 2),
];
const trace = (from: number, to: number) =>
  Array.from({ length: 41 }, (_, i) => point(from + ((to - from) * i) / 40))
    .map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
const WAY = trace(0, 1);

/** A countdown as the sun's way across the sky, never so high that it pushes away what is below it; `progress` 0–1, or null before the way is known. The words beside it say the same, `label` says it aloud. */
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
  const [x, y] = point(part);
  return (
    <svg
      viewBox="0 0 360 92"
      role="img"
      aria-label={label}
      className={`block max-h-[16dvh] w-full overflow-visible ${className}`}
    >
      <path d={WAY} fill="none" stroke="var(--line)" strokeWidth="2" strokeLinecap="round" />
      {part > 0 && (
        <path
          d={trace(0, part)}
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
