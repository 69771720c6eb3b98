import { useTranslation } from 'react-i18next';
import type { FlightPhase } from '#shared/rules/flight-phases.ts';
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
    <div className="mt-2">
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
