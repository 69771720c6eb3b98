import './window-light.css';
import { type Ref, useImperativeHandle, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { SkyPicture } from '#web/features/art/components/session-art.tsx';
import type { ArtKind } from '#shared/rules/session-art.ts';
import { WindowFrame } from '#web/ui/window-frame.tsx';
import type { Guided } from '../model.ts';

const REDUCED = '(prefers-reduced-motion: reduce)';

function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(REDUCED);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(REDUCED).matches,
  );
}

/** Draws one moment of a breath, or the light at rest. Cheap enough for every frame. */
export interface Light {
  show: (breath: Guided | null) => void;
}

interface Props {
  ref: Ref<Light>;
  /** Whose sky is behind the light. */
  id: string;
  kind: ArtKind;
  /** What stands under the window while nobody breathes by it. */
  atRest?: string | null;
  /** How much of the screen it takes. */
  size?: keyof typeof SIZE;
}

const SIZE = {
  /** Room for a player under it. */
  player: 'h-[clamp(9rem,58dvh-8rem,24rem)] wide:h-[min(62dvh,34rem)]',
  /** Room for a button under it, and a sight of what there is to choose. */
  choosing: 'h-[clamp(9rem,52dvh-12.5rem,21rem)] wide:h-[min(48dvh,30rem)]',
  /** All there is but for the words and the button under it. */
  alone: 'h-[clamp(9rem,100dvh-21.5rem,24rem)] wide:h-[clamp(9rem,100dvh-18rem,34rem)]',
};

/** A window with the light that rises and sinks as one breathes, and the same in words. */
export function WindowLight({ ref, id, kind, atRest = null, size = 'player' }: Props) {
  const orb = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [breath, setBreath] = useState<Pick<Guided, 'phase' | 'secondsLeft'> | null>(null);
  const reduced = useReducedMotion();

  useImperativeHandle(
    ref,
    () => ({
      show: (now) => {
        const level = now?.level ?? 0;
        if (orb.current && !reduced) {
          // Percent of its own size: the light crosses the sky and rests half sunk in the clouds.
          orb.current.style.transform = `translateY(${(-58 * level).toFixed(2)}%) scale(${(0.86 + 0.24 * level).toFixed(3)})`;
          orb.current.style.opacity = (now ? 0.72 + 0.28 * level : 0.7).toFixed(3);
        }
        if (bar.current) bar.current.style.transform = `scaleX(${level.toFixed(3)})`;
        setBreath((old) =>
          old?.phase === now?.phase && old?.secondsLeft === now?.secondsLeft ? old : now,
        );
      },
    }),
    [reduced],
  );
  return (
    <div className="flex flex-col items-center">
      <WindowFrame className={SIZE[size]}>
        <SkyPicture id={id} kind={kind} withSun={false} />
        <div className="guide-sky absolute inset-0">
          <div
            ref={orb}
            className="guide-orb absolute inset-x-[-8%] top-[32%] aspect-square opacity-70"
          />
        </div>
      </WindowFrame>
      <Words breath={breath} atRest={atRest} />
      <div
        aria-hidden="true"
        className={`mt-1 h-1.5 w-48 overflow-hidden rounded-full bg-line ${reduced && breath ? '' : 'invisible'} ${reduced ? '' : 'hidden'}`}
      >
        <div ref={bar} className="h-full origin-left rounded-full bg-horizon" />
      </div>
    </div>
  );
}

/** Keeps its height when it has nothing to say, so that what is below never jumps. */
function Words({
  breath,
  atRest,
}: {
  breath: Pick<Guided, 'phase' | 'secondsLeft'> | null;
  atRest: string | null;
}) {
  const { t } = useTranslation('player');
  return (
    <p className="mt-3 flex h-8 items-baseline gap-2.5 font-serif text-xl" aria-hidden="true">
      {breath && (
        <>
          <span>{t(`breath.${breath.phase}`)}</span>
          <span className="tabular min-w-4 guide-count">{Math.max(1, breath.secondsLeft)}</span>
        </>
      )}
      {!breath && atRest && <span className="text-caption">{atRest}</span>}
    </p>
  );
}
