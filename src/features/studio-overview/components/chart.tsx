import { useTranslation } from '#web/lib/translation.ts';
import { type ChartSeries, spreadChartLabels } from '../model.ts';

const WIDTH = 340;
const HEIGHT = 104;
const LEFT = 4;
/** Where the last point stands: the names of the lines are to its right. */
const RIGHT = 216;
const TOP = 12;
const BOTTOM = 92;
const LABEL_GAP = 17;

interface ChartProps {
  series: readonly ChartSeries[];
  format?: ((value: number) => string) | undefined;
}

/**
 * A line chart over weeks, each line labelled at its end, with a gap where a number is hidden. Decorative for screen
 * readers: the table that comes with it has the same numbers.
 */
export function LineChart({ series, format }: ChartProps) {
  const write = useFormat(format);
  const shown = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const most = Math.max(1, ...shown);
  const toX = (index: number, count: number) =>
    count > 1 ? LEFT + (index / (count - 1)) * (RIGHT - LEFT) : RIGHT;
  const toY = (value: number) => BOTTOM - (value / most) * (BOTTOM - TOP);
  const ends = series.map(({ values }) => toY(values.at(-1) ?? 0));
  if (series.length === 0) return null;
  const labels = spreadChartLabels(ends, LABEL_GAP, HEIGHT - 10);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className="tabular w-full max-w-lg">
      <path d={`M${LEFT} ${BOTTOM + 8}H${RIGHT}`} stroke="var(--line)" fill="none" />
      {series.map(({ key, name, values }, index) => {
        const isFirst = index === 0;
        const last = values.at(-1) ?? null;
        return (
          <g key={key}>
            {splitAtGaps(values).map((run) => (
              <polyline
                key={run[0]?.index}
                points={run
                  .map(
                    (one) =>
                      `${toX(one.index, values.length).toFixed(1)},${toY(one.value).toFixed(1)}`,
                  )
                  .join(' ')}
                fill="none"
                stroke={isFirst ? 'var(--ink)' : 'var(--ink-2)'}
                strokeWidth={isFirst ? 2 : 1.4}
              />
            ))}
            {last !== null && isFirst && (
              <circle cx={RIGHT} cy={ends[index]} r="9" fill="var(--glow)" opacity=".45" />
            )}
            {last !== null && (
              <circle
                cx={RIGHT}
                cy={ends[index]}
                r={isFirst ? 4 : 2.6}
                fill={isFirst ? 'var(--horizon)' : 'var(--ink-2)'}
              />
            )}
            <text
              x={RIGHT + 14}
              y={(labels[index] ?? 0) + 4.5}
              fontSize="13"
              fill={isFirst ? 'var(--ink)' : 'var(--ink-2)'}
            >
              <tspan fontWeight="600">{write(last)}</tspan> {name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/**
 * A bar chart with a bar a week, the last one highlighted, and a dot where a number is hidden. Shows the first series
 * only.
 */
export function BarChart({ series: [one], format }: ChartProps) {
  const write = useFormat(format);
  if (!one) return null;
  const { values } = one;
  const most = Math.max(1, ...values.filter((value) => value !== null));
  const step = (WIDTH - 24) / Math.max(1, values.length);
  const last = values.findLastIndex((value) => value !== null);
  const peak = values.indexOf(most);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className="tabular w-full max-w-lg">
      <path d={`M4 ${BOTTOM}H${WIDTH - 4}`} stroke="var(--line)" fill="none" />
      {values.map((value, index) => {
        const x = 12 + step * (index + 0.5);
        // Below nothing, as where more went back than came in, the number alone says it.
        const y = BOTTOM - (Math.max(0, value ?? 0) / most) * (BOTTOM - TOP - 12);
        const isLast = index === last;
        if (value === null)
          return (
            <circle key={index} cx={x} cy={BOTTOM - 4} r="2.5" fill="none" stroke="var(--edge)" />
          );
        return (
          <g key={index}>
            <path
              d={`M${x} ${BOTTOM}V${y}`}
              stroke={isLast ? 'var(--horizon)' : 'var(--edge)'}
              strokeWidth={Math.max(1.5, Math.min(5, step / 4))}
              fill="none"
            />
            {(isLast || index === peak || values.length <= 8) && (
              <text
                x={x}
                y={y - 5}
                fontSize="12"
                textAnchor="middle"
                fill={isLast ? 'var(--ink)' : 'var(--ink-2)'}
                fontWeight={isLast ? 600 : 400}
              >
                {write(value)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** Returns a function that writes a number, or that it is hidden. */
function useFormat(format: ChartProps['format']) {
  const { i18n } = useTranslation();
  const plain = new Intl.NumberFormat(i18n.language === 'fr' ? 'fr-FR' : 'en-GB');
  const write = format ?? ((value: number) => plain.format(value));
  return (value: number | null) => (value === null ? '< 5' : write(value));
}

/** Splits a line where a number is hidden. */
function splitAtGaps(values: readonly (number | null)[]): { index: number; value: number }[][] {
  const runs: { index: number; value: number }[][] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    if (index === 0 || values[index - 1] === null) runs.push([]);
    runs.at(-1)?.push({ index, value });
  }
  return runs;
}
