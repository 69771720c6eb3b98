import './fear-climb.css';
import type { ComponentProps } from 'react';
import { Slider } from '#web/ui/slider.tsx';

const [WIDTH, HEIGHT] = [100, 100];
const MAX_FEAR = 10;

/** How high the climb is at a part of its way, 0 to 1: it begins gently, rises, and eases off before the top. */
const getHeight = (part: number) => 0.06 + 0.68 * part ** 1.35 * (1.9 - 0.9 * part);
const toY = (part: number) => HEIGHT * (1 - getHeight(part));

const CLIMB = Array.from({ length: 41 }, (_, i) => i / 40)
  .map((part, i) => `${i ? 'L' : 'M'}${(part * WIDTH).toFixed(1)} ${toY(part).toFixed(1)}`)
  .join('');

/** The fear that is expected at its highest, on a climb: a slider like the others by keyboard and to a screen reader. */
export function FearClimbSlider(
  props: Omit<ComponentProps<typeof Slider>, 'max' | 'step' | 'mark'>,
) {
  const { value } = props;
  const part = (value ?? 0) / MAX_FEAR;
  return (
    <div className="fear-climb">
      <Slider {...props} max={MAX_FEAR} />
      <span aria-hidden="true" className="fear-climb-picture">
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          <linearGradient id="climb" x2="0" y2="1">
            <stop stopColor="var(--load)" stopOpacity=".42" />
            <stop offset="1" stopColor="var(--horizon)" stopOpacity=".24" />
          </linearGradient>
          <path d={`${CLIMB}V${HEIGHT}H0Z`} fill="url(#climb)" />
          <path
            d={CLIMB}
            fill="none"
            stroke="var(--load)"
            strokeWidth="2.25"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <span
          className={`fear-climb-point ${value === null ? 'fear-climb-unset' : ''}`}
          style={{ left: `${100 * part}%`, top: `${toY(part)}%` }}
        >
          {value !== null && <span className="tabular font-serif text-3xl">{value}</span>}
        </span>
      </span>
    </div>
  );
}
