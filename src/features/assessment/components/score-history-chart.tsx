import { useTranslation } from '#web/lib/translation.ts';
import { formatAverage } from '../model.ts';

/** One result: its date and its value, 0–10. */
export interface ScorePoint {
  id: string;
  at: Date;
  value: number;
}

const WIDTH = 320;
const HEIGHT = 150;
const LEFT = 26;
const RIGHT = 38;
const TOP = 10;
const BOTTOM = 12;

const toY = (value: number) => TOP + ((10 - value) / 10) * (HEIGHT - TOP - BOTTOM);

/**
 * A line chart of results over time, with a band around the first result within which a difference does not count as
 * a change. Decorative for screen readers: the table that comes with it has the same numbers.
 */
export function ScoreHistoryChart({
  points,
  band,
}: {
  points: readonly ScorePoint[];
  band: number;
}) {
  const { i18n } = useTranslation();
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  const span = Math.max(1, last.at.getTime() - first.at.getTime());
  const x = (at: Date) =>
    LEFT + ((at.getTime() - first.at.getTime()) / span) * (WIDTH - LEFT - RIGHT);
  const top = toY(Math.min(10, first.value + band));
  const bottom = toY(Math.max(0, first.value - band));
  const line = points.map((point) => `${x(point.at).toFixed(1)},${toY(point.value).toFixed(1)}`);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className="w-full max-w-xl">
      <rect
        x={LEFT}
        y={top}
        width={WIDTH - LEFT - RIGHT}
        height={bottom - top}
        fill="var(--ink-2)"
        opacity="0.12"
      />
      {[0, 5, 10].map((level) => (
        <g key={level}>
          <path
            d={`M${LEFT} ${toY(level)}H${WIDTH - RIGHT}`}
            stroke="var(--line)"
            strokeWidth="1"
            fill="none"
          />
          <text
            x={LEFT - 6}
            y={toY(level) + 4.5}
            textAnchor="end"
            fontSize="13"
            fill="var(--ink-2)"
          >
            {level}
          </text>
        </g>
      ))}
      <polyline points={line.join(' ')} fill="none" stroke="var(--ink)" strokeWidth="1.6" />
      {points.map((point) => (
        <circle
          key={point.id}
          cx={x(point.at)}
          cy={toY(point.value)}
          r={point === last ? 4 : 2.6}
          fill={point === last ? 'var(--horizon)' : 'var(--ink)'}
        />
      ))}
      <text x={x(last.at) + 9} y={toY(last.value) + 4.5} fontSize="13" fill="var(--ink)">
        {formatAverage(i18n.language, last.value)}
      </text>
    </svg>
  );
}
