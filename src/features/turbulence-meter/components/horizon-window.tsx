import { useTranslation } from '#web/lib/translation.ts';
import './horizon-window.css';
import { STRUCTURAL_LOAD_LIMITS, type TurbulenceMeterState } from '../engine/motion.ts';

const WIDTH = 320;
const HEIGHT = 330;
/** Times the weight at the foot and at the top of the window. The scale is linear: the empty sky is what it says. */
const [LOWEST, HIGHEST] = [-1.6, 4.2];
const toY = (times: number) => HEIGHT - ((times - LOWEST) / (HIGHEST - LOWEST)) * HEIGHT;
/** Seen at night alone, in the sky above what the structure must carry. */
const STARS = [
  [58, 62],
  [96, 120],
  [131, 84],
  [189, 58],
  [214, 139],
  [247, 96],
  [283, 124],
] as const;

/** The meter's window: lines at what the structure bears, and the horizon as it moves. */
export function TurbulenceTraceWindow({
  reading,
  practice,
}: {
  reading: TurbulenceMeterState | null;
  practice: number | null;
}) {
  const { t } = useTranslation('flight');
  const trace = reading?.state === 'reading' ? reading.trace : [];
  const step = (WIDTH - 40) / Math.max(1, trace.length - 1);
  const points = trace.map(
    (value, index) => `${(index * step).toFixed(1)},${toY(value).toFixed(1)}`,
  );
  const lines = [
    ['tests', STRUCTURAL_LOAD_LIMITS.ultimate],
    ['built', STRUCTURAL_LOAD_LIMITS.limit],
    ['downwards', STRUCTURAL_LOAD_LIMITS.downwards],
  ] as const;
  return (
    <svg
      role="img"
      aria-label={t('meter.picture')}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="horizon-window mx-auto block border border-edge"
    >
      <defs>
        <linearGradient id="sky" x2="0" y2="1">
          <stop offset="0" stopColor="var(--sky-high)" />
          <stop offset={toY(1) / HEIGHT} stopColor="var(--sky-low)" />
          <stop offset={toY(0.9) / HEIGHT} stopColor="var(--sky-mist)" />
          <stop offset="1" stopColor="var(--sky-high)" />
        </linearGradient>
        <radialGradient id="sun">
          <stop stopColor="var(--glow)" stopOpacity=".55" />
          <stop offset="1" stopColor="var(--glow)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width={WIDTH} height={HEIGHT} fill="url(#sky)" />
      {STARS.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="0.9" fill="var(--sky-star)" />
      ))}
      {lines.map(([name, value]) => (
        <g key={name}>
          <path d={`M46 ${toY(value)}H${WIDTH - 46}`} stroke="var(--ink-2)" strokeWidth="1" />
          <text
            x={WIDTH / 2}
            y={toY(value) + (value < 0 ? 19 : -8)}
            textAnchor="middle"
            fontSize="14"
            fill="var(--ink)"
          >
            {t(`meter.${name}`)}
          </text>
        </g>
      ))}
      {practice !== null && (
        <>
          <path
            d={`M10 ${toY(practice)}H${WIDTH - 10}`}
            stroke="var(--ink-2)"
            strokeDasharray="2 5"
            strokeLinecap="round"
            strokeWidth="1.6"
          />
          <text
            x={WIDTH - 20}
            y={toY(Math.max(practice, 1.3)) - 8}
            textAnchor="end"
            fontSize="13"
            fill="var(--ink-2)"
          >
            {t('meter.yourPractice')}
          </text>
        </>
      )}
      {points.length > 1 ? (
        <>
          <polyline
            points={points.join(' ')}
            fill="none"
            stroke="var(--horizon)"
            strokeWidth="2.2"
            strokeLinejoin="round"
          />
          {[['34', 'url(#sun)'] as const, ['6', 'var(--horizon)'] as const].map(([r, fill]) => (
            <circle
              key={r}
              cx={(points.length - 1) * step}
              cy={toY(trace.at(-1) ?? 1)}
              r={r}
              fill={fill}
            />
          ))}
        </>
      ) : (
        <path d={`M0 ${toY(1)}H${WIDTH}`} stroke="var(--horizon)" strokeWidth="2" />
      )}
    </svg>
  );
}
