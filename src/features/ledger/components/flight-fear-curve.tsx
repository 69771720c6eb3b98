import type { FlightFearRating as Fear } from '#shared/rules/flight-phases.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { findHighestFear } from '../model.ts';

const WIDTH = 320;
const HEIGHT = 96;
const EDGE = 8;
const toY = (fear: number) => EDGE + ((10 - fear) / 10) * (HEIGHT - 2 * EDGE);

/**
 * The fear that was given on the way as a curve, with what was expected as a dotted level; both are said in words, as
 * plainly when it was worse as when it was better. Its words are those of `ledger` and `flight`.
 */
export function FlightFearCurve({
  fears,
  forecast,
}: {
  fears: readonly Fear[];
  forecast: number | null;
}) {
  const { t } = useTranslation(['ledger', 'flight']);
  const highest = findHighestFear(fears);
  if (!highest) return null;
  const name = (phase: Fear['phase']) => t(`flight:phases.${phase}.name`);
  const values = { fear: highest.fear, phase: name(highest.phase), forecast };
  const x = (index: number) =>
    EDGE + (fears.length === 1 ? 0.5 : index / (fears.length - 1)) * (WIDTH - 2 * EDGE);
  const points = fears.map(({ fear }, index) => [x(index), toY(fear)] as const);
  const [topX, topY] = points[fears.indexOf(highest)]!;
  return (
    <div>
      <p>{t(forecast === null ? 'ledger:way.highest' : 'ledger:way.beside', values)}</p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden="true"
        className="mt-2 w-full max-w-xl border-b border-line"
      >
        {forecast !== null && (
          <path
            d={`M${EDGE} ${toY(forecast)}H${WIDTH - EDGE}`}
            stroke="var(--ink-2)"
            strokeDasharray="2 5"
            strokeLinecap="round"
            strokeWidth="1.6"
          />
        )}
        <polyline
          points={points.map((point) => point.map((one) => one.toFixed(1)).join(',')).join(' ')}
          fill="none"
          stroke="var(--horizon)"
          strokeWidth="2"
        />
        <circle cx={topX} cy={topY} r="4" fill="var(--horizon)" />
      </svg>
      <ol className="mt-2 flex flex-wrap gap-x-4 text-sm text-ink-2">
        {fears.map(({ phase, at, fear }) => (
          <li key={at}>
            {name(phase)} <span className="tabular text-ink">{fear}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
