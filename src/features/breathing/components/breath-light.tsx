import { useTranslation } from '#web/lib/translation.ts';
import './window-light.css';
import '#web/ui/passing-sky.css';
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { UnframedSessionArt, WindowFrame } from '#web/features/art/components/session-art.tsx';
import type { ScriptKind } from '#shared/rules/script-timing.ts';
import type { Situation } from '#shared/rules/situations.ts';
import { useReducedMotion } from '#web/lib/device.ts';
import type { GuidedBreath } from '../model.ts';

/** Imperative handle: draws one moment of a breath, or the light at rest for null. Cheap enough for every frame. */
export interface BreathLightHandle {
  show: (breath: GuidedBreath | null) => void;
}

interface BreathLightProps {
  ref: Ref<BreathLightHandle>;
  /** The id of the session (or pattern) whose sky is drawn behind the light. */
  id: string;
  kind: ScriptKind;
  subject?: Situation | undefined;
  /** The text under the window while no exercise runs. */
  atRest?: string | null;
  /** Whether the clouds drift, slowly; never with reduced motion. */
  drifts?: boolean;
  over?: ReactNode;
  /** How much of the screen it takes. */
  size?: keyof typeof SIZE_CLASSES;
}

const SIZE_CLASSES = {
  /** Leaves room for the player's header, the longest captions and the controls. */
  player: 'h-[clamp(6rem,100dvh-35rem,24rem)] wide:h-[min(62dvh,34rem)]',
  /** Leaves room for a button and the top of the settings. */
  choosing: 'h-[clamp(9rem,52dvh-12.5rem,21rem)] wide:h-[min(48dvh,30rem)]',
  /** The whole screen except the text and the button under it. */
  alone: 'window-alone',
};

/**
 * The artwork of a session in a cabin window, with a light that rises and sinks with the breath, and the instruction in
 * words. It does not move by itself: the caller passes each breath to `show` of its `ref`.
 */
export function BreathLight({
  ref,
  id,
  kind,
  subject,
  atRest = null,
  drifts = false,
  over,
  size = 'player',
}: BreathLightProps) {
  const orb = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [breath, setBreath] = useState<Pick<GuidedBreath, 'phase' | 'secondsLeft'> | null>(null);
  const reduced = useReducedMotion();

  useImperativeHandle(
    ref,
    () => ({
      show: (now) => {
        const level = now?.level ?? 0;
        if (orb.current && !reduced) {
          // In per cent of its own size: at rest the light is half below the clouds.
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
    <div className="breath-light flex flex-col items-center">
      <WindowFrame className={`${SIZE_CLASSES[size]} ${drifts ? 'drifting' : ''}`}>
        <UnframedSessionArt id={id} kind={kind} subject={subject} withSun={false} />
        {over}
        <div className="guide-sky absolute inset-0">
          <div
            ref={orb}
            className="guide-orb absolute inset-x-[-8%] top-[32%] aspect-square opacity-70 motion-safe:[transform:scale(.86)]"
          />
        </div>
      </WindowFrame>
      <BreathInstruction breath={breath} atRest={atRest} />
      <div
        aria-hidden="true"
        className={`mt-1 h-1.5 w-48 max-w-full overflow-hidden rounded-full bg-line motion-safe:hidden ${breath ? '' : 'invisible'}`}
      >
        <div ref={bar} className="h-full origin-left rounded-full bg-horizon" />
      </div>
    </div>
  );
}

/** Keeps its height when empty, so that nothing below moves. */
function BreathInstruction({
  breath,
  atRest,
}: {
  breath: Pick<GuidedBreath, 'phase' | 'secondsLeft'> | null;
  atRest: string | null;
}) {
  const { t } = useTranslation('player');
  return (
    <p className="mt-3 flex min-h-8 items-baseline gap-2.5 font-serif text-xl" aria-hidden="true">
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
