import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Slider } from '#web/ui/slider.tsx';
import {
  classifyRoughness,
  type TurbulenceMeterState,
  STRUCTURAL_LOAD_LIMITS,
} from '../engine/motion.ts';
import { formatLoadFactor } from '../model.ts';
import { useTurbulenceMeter } from '../hooks/use-turbulence-meter.ts';

const WIDTH = 320;
const HEIGHT = 400;
/** Times the weight at the foot and at the top of the window. The scale is linear: the empty sky is what it says. */
const [LOWEST, HIGHEST] = [-1.6, 4.2];
const toY = (times: number) => HEIGHT - ((times - LOWEST) / (HIGHEST - LOWEST)) * HEIGHT;
/** In practice, tenths of the weight. */
const MOST_PRACTICE = 10;

/**
 * What is felt beside what the aircraft is built and tested for, on one true scale. The horizon in the window is the trace of
 * the motion sensor, once it is asked for; without it there is the practice slider alone.
 */
export function TurbulenceMeterSection({
  onKeep,
}: {
  /** Keeps what is read with the flight; null where there is no flight to keep it with. */
  onKeep: ((felt: { lowest: number; highest: number }) => void) | null;
}) {
  const { t, i18n } = useTranslation('flight');
  const { state, reading, start, pause } = useTurbulenceMeter();
  const [practice, setPractice] = useState<number | null>(null);
  const read = state === 'running' && reading.state === 'reading' ? reading : null;
  const waiting = state === 'running' && reading.state !== 'reading' ? reading.state : null;
  const [isKept, setKept] = useState(false);
  useKeptReading(isKept ? read : null, onKeep);
  const times = (value: number) => formatLoadFactor(value, i18n.language);
  return (
    <section aria-labelledby="rough-air" className="mt-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="rough-air" className="text-xl">
          {t('meter.title')}
        </h2>
        {read && (
          <p className="text-ink-2">{t('meter.pilots', { word: t(`meter.words.${read.word}`) })}</p>
        )}
      </div>
      <Window
        reading={state === 'running' ? reading : null}
        practice={practice === null ? null : 1 + practice / 10}
      />
      <output className="mt-4 block text-lg text-pretty">
        {read
          ? t('meter.you', {
              lowest: times(read.lowest),
              highest: times(read.highest),
              limit: times(STRUCTURAL_LOAD_LIMITS.limit),
            })
          : t(`meter.${waiting ?? (state === 'running' ? 'settling' : state)}`)}
      </output>
      <p className="mt-3">
        {state === 'running' ? (
          <Button variant="secondary" onClick={pause}>
            {t('meter.pause')}
          </Button>
        ) : (
          <Button variant="secondary" onClick={start}>
            {t('meter.start')}
          </Button>
        )}
      </p>
      {onKeep && state === 'running' && (
        <Checkbox
          label={t('meter.keep')}
          detail={t('meter.keepHint')}
          checked={isKept}
          onChange={(event) => setKept(event.target.checked)}
          className="mt-3 border-y border-line"
        />
      )}
      <div className="mt-6">
        <Slider
          label={t('meter.practice')}
          value={practice}
          max={MOST_PRACTICE}
          low={t('meter.words.smooth')}
          high={t('meter.words.moderate')}
          valueText={
            practice === null ? undefined : t(`meter.words.${classifyRoughness(practice / 10)}`)
          }
          unsetText={t('scale.unset')}
          onChange={setPractice}
        />
      </div>
      <details className="mt-4 text-sm text-ink-2">
        <summary className="min-h-11 content-center">{t('meter.sources')}</summary>
        <p className="max-w-prose">{t('meter.sourcesText')}</p>
      </details>
    </section>
  );
}

/** How often what is read is kept: the meter's own peaks are of the last ten seconds. */
const KEEP_MS = 10_000;

/** Keeps a reading now and every ten seconds while there is one. */
function useKeptReading(
  read: { lowest: number; highest: number } | null,
  keep: ((felt: { lowest: number; highest: number }) => void) | null,
) {
  const latest = useRef({ read, keep });
  useEffect(() => void (latest.current = { read, keep }));
  const isReading = read !== null && keep !== null;
  useEffect(() => {
    if (!isReading) return undefined;
    const write = () => {
      const { read: now, keep: to } = latest.current;
      if (now && to) to({ lowest: now.lowest, highest: now.highest });
    };
    write();
    const repeating = setInterval(write, KEEP_MS);
    return () => clearInterval(repeating);
  }, [isReading]);
}

/** The window: lines at what the structure bears, and the horizon as it moves. */
function Window({
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
      className="mx-auto mt-3 block w-full max-w-sm rounded-[38%/30%] border border-edge bg-sunk"
    >
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
          <circle
            cx={(points.length - 1) * step}
            cy={toY(trace.at(-1) ?? 1)}
            r="6"
            fill="var(--horizon)"
          />
        </>
      ) : (
        <path d={`M0 ${toY(1)}H${WIDTH}`} stroke="var(--horizon)" strokeWidth="2" />
      )}
    </svg>
  );
}
