import type { TurbulentMinute } from '#shared/rules/flight-phases.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { classifyRoughness } from '../engine/motion.ts';
import { findRoughestMinute, formatLoadFactor } from '../model.ts';

const WIDTH = 320;
const HEIGHT = 48;
/** What is drawn at the foot and at the top, in times one's weight: the true scale of the meter, of which the wing bears far more. */
const [LOWEST, HIGHEST] = [0, 2];
const toY = (times: number) => ((HIGHEST - times) / (HIGHEST - LOWEST)) * HEIGHT;

/** How rough a flight was, as the phone read it: in words, and minute by minute. Its words are those of `flight`. */
export function RecordedRoughness({ minutes }: { minutes: readonly TurbulentMinute[] }) {
  const { t, i18n } = useTranslation('flight');
  const roughest = findRoughestMinute(minutes);
  if (!roughest) return null;
  const { lowest, highest } = roughest;
  const word = classifyRoughness(Math.max(1 - lowest, highest - 1));
  const step = WIDTH / minutes.length;
  return (
    <div className="mt-3">
      <p>
        {t('meter.read', {
          count: minutes.length,
          lowest: formatLoadFactor(lowest, i18n.language),
          highest: formatLoadFactor(highest, i18n.language),
          word: t(`meter.words.${word}`),
        })}
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="mt-2 h-12 w-full max-w-xl"
      >
        <path d={`M0 ${toY(1)}H${WIDTH}`} stroke="var(--line)" strokeWidth="1" />
        {minutes.map((minute, index) => (
          <path
            key={minute.at}
            d={`M${((index + 0.5) * step).toFixed(1)} ${toY(minute.highest).toFixed(1)}V${toY(minute.lowest).toFixed(1)}`}
            stroke="var(--horizon)"
            strokeWidth={Math.min(4, step * 0.7)}
            strokeLinecap="round"
          />
        ))}
      </svg>
    </div>
  );
}
