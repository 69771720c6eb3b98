import type { FlightPhase } from '#shared/rules/flight-phases.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { PHASE_CURVES } from '../model.ts';

const WIDTH = 340;
const HEIGHT = 96;

/** Builds a smooth path through three values from 0 to 1, the highest at the top. */
function buildPath([first, middle, last]: readonly [number, number, number]): string {
  const y = (value: number) => (HEIGHT - 6 - value * (HEIGHT - 14)).toFixed(1);
  const half = WIDTH / 2;
  return (
    `M0 ${y(first)}C${half / 2} ${y(first)} ${half / 2} ${y(middle)} ${half} ${y(middle)}` +
    `S${WIDTH - half / 2} ${y(last)} ${WIDTH} ${y(last)}`
  );
}

/** Two lines that show how sound and height change during a phase. */
export function SoundAndHeightCurves({ phase }: { phase: FlightPhase }) {
  const { t } = useTranslation('flight');
  const { sound, height } = PHASE_CURVES[phase];
  return (
    <div className="flight-curves mt-2">
      <div aria-hidden="true" className="flex justify-between text-sm">
        <span className="text-ink-2">{t('sound')}</span>
        <span className="text-notice">{t('height')}</span>
      </div>
      <svg
        role="img"
        aria-label={t('curve', { phase: t(`phases.${phase}.name`) })}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-1 block flight-curve w-full overflow-visible border-b border-line"
      >
        <path
          d={buildPath(sound)}
          fill="none"
          stroke="var(--ink-2)"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
        <path
          d={buildPath(height)}
          fill="none"
          stroke="var(--horizon)"
          strokeWidth="2.25"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </div>
  );
}

/** How far down the sliver the shown phase stands, then those that come after it; in per cent. */
const [SHOWN, ...AFTER] = [6, 40, 70, 96];

/**
 * What stays of the flight's arc beside an opened phase on a phone, at the left edge: the phase, and the next ones below
 * it. `after` is how many phases come after it; the line up to it is amber once the flight `hasReached` it.
 */
export function FlightArcSliver({ after, hasReached }: { after: number; hasReached: boolean }) {
  const dots = AFTER.slice(0, after);
  const end = dots.at(-1) ?? SHOWN;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed top-20 bottom-28 left-2.5 w-px [@media(min-width:38rem)]:hidden"
    >
      <span
        className={`absolute -top-2 w-0.5 -translate-x-1/2 ${hasReached ? 'bg-horizon' : 'bg-edge'}`}
        style={{ height: `calc(0.5rem + ${SHOWN}%)` }}
      />
      <span
        className="absolute w-px bg-edge"
        style={{ top: `${SHOWN}%`, height: `${end - SHOWN}%` }}
      />
      <span
        className={`absolute size-3 -translate-1/2 rounded-full ${hasReached ? 'bg-horizon shadow-[0_0_1.25rem_0.5rem_var(--glow)]' : 'border-2 border-edge bg-ground'}`}
        style={{ top: `${SHOWN}%` }}
      />
      {dots.map((at) => (
        <span
          key={at}
          className="absolute size-1.5 -translate-1/2 rounded-full bg-edge"
          style={{ top: `${at}%` }}
        />
      ))}
    </div>
  );
}
