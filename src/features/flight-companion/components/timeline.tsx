import type { FlightPhase } from '#shared/rules/flight-phases.ts';
import { formatDuration } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { TimelineRow, JourneyWhereabouts } from '../engine/journey.ts';

const NEAR = 14;
const FAR = 84;
/** How wide the arc's piece is drawn, in CSS pixels: its dots stand on its line at every size of text. */
const WIDTH = 112;

/** Returns where the arc stands, in CSS pixels from the left, at a part of its height from 0 to 1. */
const getArcX = (part: number) => NEAR + (FAR - NEAR) * (2 * part - 1) ** 2;

/**
 * The flight as one arc from gate to gate, standing on end; its phases are the list. What is past is amber, what comes
 * is grey, rough air is dotted because it can't be foreseen. `now` is the instant on the journey's own clock.
 */
export function FlightTimeline({
  whereabouts: { rows, expected, next, minutesToGate },
  now,
  formatTime,
  onOpen,
}: {
  whereabouts: JourneyWhereabouts;
  now: number;
  formatTime: (at: number) => string;
  onOpen: (phase: FlightPhase) => void;
}) {
  const { t } = useTranslation('flight');
  // Boarding is over at the first sign of another phase: what is left fits the screen of a phone.
  const shown = rows.filter(({ phase, state }) => phase !== 'boarding' || state === 'here');
  const count = shown.length;
  return (
    <ol className="relative flex grow flex-col">
      {shown.map((row, index) => {
        const isHere = row.phase === expected;
        const x = getArcX((index + 0.5) / count);
        return (
          <li
            key={row.phase}
            aria-current={isHere ? 'step' : undefined}
            className={`relative flex ${isHere ? 'min-h-18 grow-2' : 'min-h-11 grow'}`}
          >
            <ArcPiece row={row} from={index / count} to={(index + 1) / count} />
            <button
              type="button"
              onClick={() => onOpen(row.phase)}
              style={{ paddingLeft: `${x + 24}px` }}
              className="group flex w-full flex-wrap content-center items-center justify-between gap-x-3 text-left"
            >
              {isHere ? (
                <Here next={next} minutesToGate={minutesToGate} phase={row.phase} />
              ) : (
                <>
                  <span
                    className={`min-w-0 group-hover:underline ${row.state === 'past' ? 'text-ink-2' : ''}`}
                  >
                    {t(
                      row.phase === 'rough_air'
                        ? 'phases.rough_air.maybe'
                        : `phases.${row.phase}.name`,
                    )}
                  </span>
                  <span className="tabular shrink-0 text-sm text-ink-2">
                    {describeTime(row, now, formatTime, t)}
                  </span>
                </>
              )}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** Describes when a phase was, or in how long it is expected; nothing where it is unknown. */
function describeTime(
  { phase, at, state }: TimelineRow,
  now: number,
  formatTime: (at: number) => string,
  t: (key: 'inAbout', values: { time: string }) => string,
): string {
  if (at === null || phase === 'rough_air') return '';
  if (state === 'past') return formatTime(at);
  return at - now < 30_000 ? '' : t('inAbout', { time: formatDuration(at - now) });
}

/** The phase in which the flight is, in large, with the time to the gate and what follows. */
function Here({
  phase,
  next,
  minutesToGate,
}: Pick<JourneyWhereabouts, 'next' | 'minutesToGate'> & { phase: FlightPhase }) {
  const { t } = useTranslation('flight');
  return (
    <span className="block min-w-0 py-1">
      <span className="flight-here block font-serif text-2xl font-medium text-pretty wide:text-3xl">
        {t(`phases.${phase}.name`)}
      </span>
      {minutesToGate !== null && (
        <span className="mt-1 block">
          <span className="tabular font-serif text-xl">
            {formatDuration(minutesToGate * 60_000)}
          </span>{' '}
          {t('toGate')}
        </span>
      )}
      <NextPhaseLine next={next} />
    </span>
  );
}

/** Says what comes next, and in how long where that is known. */
export function NextPhaseLine({ next }: Pick<JourneyWhereabouts, 'next'>) {
  const { t } = useTranslation('flight');
  if (!next) return <span className="mt-1 block text-sm text-ink-2">{t('last')}</span>;
  const phase = t(`phases.${next.phase}.name`);
  const text =
    next.minutes === null
      ? t('nextUnknown', { phase })
      : next.minutes < 1
        ? t('nextSoon', { phase })
        : t('nextIn', { phase, count: next.minutes });
  return <span className="mt-1 block text-sm text-ink-2">{text}</span>;
}

/** The piece of the arc beside one phase, with its dot, or the sun where the flight is. */
function ArcPiece({ row, from, to }: { row: TimelineRow; from: number; to: number }) {
  const middle = (from + to) / 2;
  const points = [from, (from + middle) / 2, middle, (middle + to) / 2, to];
  const line = points
    .map((part, index) => `${getArcX(part).toFixed(1)},${(index / (points.length - 1)) * 100}`)
    .join(' ');
  const isHere = row.state === 'here';
  const isEdge = from === 0 || to === 1;
  return (
    <span
      aria-hidden="true"
      style={{ width: WIDTH }}
      className="pointer-events-none absolute inset-y-0 left-0"
    >
      <svg
        viewBox={`0 0 ${WIDTH} 100`}
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible"
      >
        <polyline
          points={line}
          fill="none"
          stroke={row.state === 'past' ? 'var(--horizon)' : 'var(--edge)'}
          strokeWidth={row.state === 'past' ? 2.25 : 1.5}
          strokeDasharray={row.phase === 'rough_air' ? '2 6' : undefined}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span
        style={{ left: `${getArcX(middle)}px` }}
        className={`absolute top-1/2 block -translate-1/2 rounded-full ${
          isHere
            ? 'size-5 bg-horizon shadow-[0_0_2rem_0.75rem_var(--glow)]'
            : isEdge
              ? 'size-3 border-2 border-edge bg-ground'
              : `size-2 ${row.state === 'past' ? 'bg-horizon' : 'bg-edge'}`
        }`}
      />
    </span>
  );
}
