import { useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentDetail } from '#shared/contract/contents.ts';
import type { BreathPhase } from '#shared/rules/script.ts';
import { SkyPicture } from '#web/features/art/components/session-art.tsx';
import { WindowFrame } from '#web/ui/window-frame.tsx';
import type { Player, PlayerState } from '../engine/player.ts';
import { guideLevel, momentAt } from '../engine/timeline.ts';
import { useFrames } from '../store.ts';

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

interface Props {
  content: ContentDetail;
  player: Player;
  state: PlayerState;
}

/** The session's window, with the light that rises and sinks as one breathes, and the same in words. */
export function BreathingWindow({ content, player, state }: Props) {
  const orb = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [breath, setBreath] = useState<BreathPhase | null>(null);
  const reduced = useReducedMotion();
  const cue = content.cues[state.cue];

  useFrames(player, state.playing, (position) => {
    const moment = momentAt(content.cues, position);
    const level = moment.breath ? guideLevel(moment.breath) : 0;
    if (orb.current && !reduced) {
      // Percent of its own size: the light crosses the sky and rests half sunk in the clouds.
      orb.current.style.transform = `translateY(${(-58 * level).toFixed(2)}%) scale(${(0.86 + 0.24 * level).toFixed(3)})`;
      orb.current.style.opacity = (moment.breath ? 0.72 + 0.28 * level : 0.7).toFixed(3);
    }
    if (bar.current) bar.current.style.transform = `scaleX(${level.toFixed(3)})`;
    setBreath((old) => (sameBreath(old, moment.breath) ? old : moment.breath));
  });
  return (
    <div className="flex flex-col items-center">
      <WindowFrame className="h-[clamp(9rem,52dvh-9.5rem,21rem)] wide:h-[min(62dvh,34rem)]">
        <SkyPicture id={content.id} kind={content.kind} withSun={false} />
        <div className="guide-sky absolute inset-0">
          <div
            ref={orb}
            className="guide-orb absolute inset-x-[-8%] top-[32%] aspect-square opacity-70"
          />
        </div>
      </WindowFrame>
      <Words breath={breath} quiet={cue?.type === 'pause' && state.playing} />
      <div
        aria-hidden="true"
        className={`mt-1 h-1.5 w-48 overflow-hidden rounded-full bg-line ${reduced && breath ? '' : 'invisible'} ${reduced ? '' : 'hidden'}`}
      >
        <div ref={bar} className="h-full origin-left rounded-full bg-horizon" />
      </div>
    </div>
  );
}

/** Keeps its height when it has nothing to say, so that the captions below never jump. */
function Words({ breath, quiet }: { breath: BreathPhase | null; quiet: boolean }) {
  const { t } = useTranslation('player');
  return (
    <p className="mt-3 flex h-8 items-baseline gap-2.5 font-serif text-xl" aria-hidden="true">
      {breath && (
        <>
          <span>{t(`breath.${breath.phase}`)}</span>
          <span className="tabular min-w-4 guide-count">{Math.max(1, breath.secondsLeft)}</span>
        </>
      )}
      {!breath && quiet && <span className="text-caption">{t('quiet')}</span>}
    </p>
  );
}

function sameBreath(a: BreathPhase | null, b: BreathPhase | null): boolean {
  return a?.phase === b?.phase && a?.secondsLeft === b?.secondsLeft && a?.cycle === b?.cycle;
}
