import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { type Light, WindowLight } from '#web/features/breathing/components/window-light.tsx';
import type { Player, PlayerState } from '#web/features/narration/store.ts';
import { guideLevel } from '#web/features/breathing/model.ts';
import { momentAt } from '#web/features/narration/model.ts';
import { useFrames } from '../store.ts';

interface Props {
  content: ContentDetail;
  player: Player;
  state: PlayerState;
}

/** The session's window, with the light that rises and sinks as one breathes, and the same in words. */
export function BreathingWindow({ content, player, state }: Props) {
  const { t } = useTranslation('player');
  const light = useRef<Light>(null);
  const quiet = content.cues[state.cue]?.type === 'pause' && state.playing;
  useFrames(player, state.playing, (position) => {
    const { breath } = momentAt(content.cues, position);
    light.current?.show(breath && { ...breath, level: guideLevel(breath) });
  });
  return (
    <WindowLight
      ref={light}
      id={content.id}
      kind={content.kind}
      atRest={quiet ? t('quiet') : null}
    />
  );
}
