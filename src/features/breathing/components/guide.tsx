import { useEffect, useRef, useState } from 'react';
import { formatClock } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { useBreathingExercise } from '../hooks/use-exercise.ts';
import { type BreathLightHandle, BreathLight } from './breath-light.tsx';

/** Guides through a breathing exercise: the breathing light, the instruction under it, and the time left. */
export function BreathingGuide({
  exercise,
  name,
}: {
  exercise: Pick<ReturnType<typeof useBreathingExercise>, 'running' | 'moment' | 'read'>;
  name: string;
}) {
  const { running, moment, read } = exercise;
  const { t } = useTranslation(['breathing', 'player']);
  const light = useRef<BreathLightHandle>(null);
  const [left, setLeft] = useState<string | null>(null);
  useEffect(() => {
    let frame = 0;
    const paint = () => {
      const now = read();
      light.current?.show(now);
      setLeft(now && formatClock(Math.ceil(now.leftMs / 1000)));
      if (now) frame = requestAnimationFrame(paint);
    };
    paint();
    return () => cancelAnimationFrame(frame);
  }, [read]);
  return (
    <div>
      <BreathLight
        ref={light}
        id="breathe"
        kind="flow"
        atRest={name}
        size={running ? 'alone' : 'choosing'}
      />
      <p className="tabular mt-1 h-6 text-center text-sm text-ink-2">
        {left && (
          <>
            <span aria-hidden="true">{left}</span>
            <span className="sr-only" role="timer">
              {t('breathing:left', { time: left })}
            </span>
          </>
        )}
      </p>
      {/* Announces each phase to screen readers in place of the light. */}
      <p aria-live="polite" className="sr-only">
        {running && moment ? t(`player:breath.${moment.phase}`) : ''}
      </p>
    </div>
  );
}
