import { useRef } from 'react';
import type { ContentDetail } from '#shared/contract/contents.ts';
import {
  type BreathLightHandle,
  BreathLight,
} from '#web/features/breathing/components/breath-light.tsx';
import {
  isPlayedUnvoiced,
  type Player,
  type PlayerState,
} from '#web/features/narration/engine/player.ts';
import { computeLightLevel } from '#web/features/breathing/model.ts';
import { findCueAndBreath } from '#web/features/narration/model.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { usePlaybackFrames } from '../hooks/use-player.ts';

interface Props {
  content: ContentDetail;
  player: Player;
  state: PlayerState;
}

/** The artwork and breathing light of the session that plays, which follow the player's position. */
export function BreathingWindow({ content, player, state }: Props) {
  const { t } = useTranslation('player');
  const light = useRef<BreathLightHandle>(null);
  const quiet = content.cues[state.cue]?.type === 'pause' && state.playing;
  // Without a voice the clouds drift and it grows lighter from the beginning to the end.
  const hour = useRef<HTMLDivElement>(null);
  const drifts = isPlayedUnvoiced(state);
  usePlaybackFrames(player, state.playing, (position) => {
    const { breath } = findCueAndBreath(content.cues, position);
    light.current?.show(breath && { ...breath, level: computeLightLevel(breath) });
    if (hour.current) hour.current.style.opacity = (position / content.durationMs).toFixed(3);
  });
  return (
    <BreathLight
      ref={light}
      id={content.id}
      kind={content.kind}
      subject={content.situations[0]}
      atRest={quiet ? t('quiet') : null}
      drifts={drifts && state.playing}
      over={drifts && <div ref={hour} className="hour-light absolute inset-0 opacity-0" />}
    />
  );
}
