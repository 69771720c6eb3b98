const RADIUS_X = 170;
const point = (part: number): [number, number] => {
  const angle = Math.PI * (1 - part);
  // An ellipse flattened towards the horizon: the sun's way, not half a wheel.
  return [180 + RADIUS_X * Math.cos(angle) * 0.985, 84 - 66 * Math.sin(angle) ** 0.9];
};
const trace = (from: number, to: number) =>
  Array.from({ length: 41 }, (_, i) => point(from + ((to - from) * i) / 40))
    .map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
const WAY = trace(0, 1);

/** A countdown as the sun's way across the sky; `progress` 0–1. The words beside it say the same, `label` says it aloud. */
export function SunArc({
  progress,
  label,
  className = '',
}: {
  progress: number;
  label: string;
  className?: string;
}) {
  const part = Math.min(1, Math.max(0, progress));
  const [x, y] = point(part);
  return (
    <svg viewBox="0 0 360 92" role="img" aria-label={label} className={`block w-full ${className}`}>
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
      <circle cx={x} cy={y} r="17" fill="var(--glow)" opacity=".45" />
      <circle cx={x} cy={y} r="6.5" fill="var(--horizon)" />
    </svg>
  );
}
