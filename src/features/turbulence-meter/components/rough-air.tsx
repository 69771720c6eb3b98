import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { classifyRoughness, STRUCTURAL_LOAD_LIMITS } from '../engine/motion.ts';
import { formatLoadFactor } from '../model.ts';
import { TurbulenceTraceWindow } from './horizon-window.tsx';
import { useTurbulenceMeter } from '../hooks/use-turbulence-meter.ts';

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
    <>
      <section aria-labelledby="rough-air" className="meter relative mx-auto mt-2 w-full">
        <h2 id="rough-air" className="sr-only">
          {t('meter.title')}
        </h2>
        <TurbulenceTraceWindow
          reading={state === 'running' ? reading : null}
          practice={practice === null ? null : 1 + practice / 10}
        />
        <div>
          {read && (
            <p className="mt-3 text-ink-2">
              {t('meter.pilots', { word: t(`meter.words.${read.word}`) })}
            </p>
          )}
          <output className={`mt-1 block text-pretty ${read ? 'text-lg' : 'text-ink-2'}`}>
            {read
              ? t('meter.you', {
                  lowest: times(read.lowest),
                  highest: times(read.highest),
                  limit: times(STRUCTURAL_LOAD_LIMITS.limit),
                })
              : t(`meter.${waiting ?? (state === 'running' ? 'settling' : state)}`)}
          </output>
          {/* Until it reads, the key stands in the window's empty sky, in reach before anything is read. */}
          <p className={state === 'running' ? 'mt-3' : 'horizon-key'}>
            <Button variant="secondary" onClick={state === 'running' ? pause : start}>
              {t(state === 'running' ? 'meter.pause' : 'meter.start')}
            </Button>
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
        </div>
      </section>
      <div className="flight-after mt-6">
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
        <details className="mt-4 text-sm text-ink-2">
          <summary className="min-h-11 content-center">{t('meter.sources')}</summary>
          <p className="max-w-prose">{t('meter.sourcesText')}</p>
        </details>
      </div>
    </>
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
