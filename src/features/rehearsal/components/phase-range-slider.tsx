import { type PointerEvent, useRef } from 'react';
import { REHEARSAL_PHASES, type RegularRehearsalPhase } from '#shared/rules/rehearsal-phases.ts';
import { useTranslation } from '#web/lib/translation.ts';

const [WIDTH, HEIGHT, EDGE] = [360, 112, 22];
const LAST = REHEARSAL_PHASES.length - 1;

const getPoint = (part: number): [number, number] => [
  EDGE + (WIDTH - 2 * EDGE) * part,
  HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (1 - (2 * part - 1) ** 2),
];
const buildPath = (from: number, to: number) =>
  Array.from({ length: 41 }, (_, i) => getPoint(from + ((to - from) * i) / 40))
    .map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');

/** The flight as an arc from gate to gate, and the span of its phases between two handles; each is a slider by keyboard. */
export function PhaseRangeSlider({
  from,
  to,
  onChange,
}: {
  from: RegularRehearsalPhase;
  to: RegularRehearsalPhase;
  onChange: (span: { from: RegularRehearsalPhase; to: RegularRehearsalPhase }) => void;
}) {
  const { t } = useTranslation('rehearsal');
  const held = useRef<'from' | 'to' | null>(null);
  const ends = { from: REHEARSAL_PHASES.indexOf(from), to: REHEARSAL_PHASES.indexOf(to) };
  const move = (end: 'from' | 'to', index: number) => {
    const at = Math.min(
      end === 'from' ? ends.to : LAST,
      Math.max(end === 'from' ? 0 : ends.from, index),
    );
    if (at !== ends[end]) onChange({ from, to, [end]: REHEARSAL_PHASES[at]! });
  };
  const findIndex = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * WIDTH;
    return ((x - EDGE) / (WIDTH - 2 * EDGE)) * LAST;
  };
  return (
    <fieldset>
      <legend className="sr-only">{t('dose.span')}</legend>
      <div className="relative">
        {(['from', 'to'] as const).map((end) => (
          <input
            key={end}
            type="range"
            min={end === 'from' ? 0 : ends.from}
            max={end === 'from' ? ends.to : LAST}
            value={ends[end]}
            aria-label={t(`dose.${end}`)}
            aria-valuetext={t(`phases.${REHEARSAL_PHASES[ends[end]]!}`)}
            onChange={(event) => move(end, event.target.valueAsNumber)}
            className={`sr-only ${end === 'from' ? 'peer/from' : 'peer/to'}`}
          />
        ))}
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          aria-hidden="true"
          className="block w-full cursor-pointer touch-pan-y overflow-visible select-none *:data-[end=from]:stroke-transparent *:data-[end=to]:stroke-transparent peer-focus-visible/from:*:data-[end=from]:stroke-load peer-focus-visible/to:*:data-[end=to]:stroke-load"
          onPointerDown={(event) => {
            const at = findIndex(event);
            const isFrom =
              ends.from === ends.to
                ? at < ends.from
                : Math.abs(at - ends.from) < Math.abs(at - ends.to);
            held.current = isFrom ? 'from' : 'to';
            event.currentTarget.setPointerCapture(event.pointerId);
            move(held.current, Math.round(at));
          }}
          onPointerMove={(event) =>
            held.current && move(held.current, Math.round(findIndex(event)))
          }
          onPointerUp={() => (held.current = null)}
          onPointerCancel={() => (held.current = null)}
        >
          <path
            d={buildPath(0, 1)}
            fill="none"
            stroke="var(--edge)"
            strokeOpacity=".45"
            strokeWidth="1.5"
          />
          <path
            d={buildPath(ends.from / LAST, ends.to / LAST)}
            fill="none"
            stroke="var(--horizon)"
            strokeWidth="2.5"
          />
          {REHEARSAL_PHASES.map((phase, index) => {
            const [x, y] = getPoint(index / LAST);
            const isIn = index >= ends.from && index <= ends.to;
            return (
              <circle
                key={phase}
                cx={x}
                cy={y}
                r="3.2"
                fill={isIn ? 'var(--ground)' : 'var(--edge)'}
                stroke={isIn ? 'var(--horizon)' : 'none'}
                strokeWidth="1.5"
              />
            );
          })}
          {(['from', 'to'] as const).map((end) => {
            const [x, y] = getPoint(ends[end] / LAST);
            return (
              <g key={end} data-end={end} strokeWidth="2.5">
                <circle cx={x} cy={y} r="16" fill="var(--glow)" fillOpacity=".5" />
                <circle
                  cx={x}
                  cy={y}
                  r="7.5"
                  fill="var(--ground)"
                  stroke="var(--horizon)"
                  strokeWidth="3"
                />
              </g>
            );
          })}
        </svg>
      </div>
      <p
        aria-hidden="true"
        className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-ink-2"
      >
        <span>{t('dose.gate')}</span>
        <span className="text-center text-base font-medium text-ink">
          {from === to
            ? t(`phases.${from}`)
            : t('dose.fromTo', { from: t(`dose.spanFrom.${from}`), to: t(`dose.spanTo.${to}`) })}
        </span>
        <span>{t('dose.gate')}</span>
      </p>
    </fieldset>
  );
}
