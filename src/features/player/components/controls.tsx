import type { KeyboardEvent } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { RangeInput } from '#web/ui/range-input.tsx';
import type { Player, PlayerState } from '#web/features/narration/engine/player.ts';
import { SKIP_BACK_MS, SKIP_FORWARD_MS } from '../engine/media-keys.ts';
import { formatClock } from '#web/lib/format.ts';
import type { OpenSession } from '../engine/open-session.ts';
import { usePlaybackSeconds } from '../hooks/use-player.ts';
import { getPlayLabelKey, willPressPause } from '../model.ts';
import { SpeedAndSleepTimer } from './timing.tsx';

const STEP_S = 5;

/** The player's slider that shows the position and seeks. */
export function ProgressSlider({ session, playing }: { session: OpenSession; playing: boolean }) {
  const { player } = session;
  const { durationMs } = session.content;
  const { t } = useTranslation('player');
  const seconds = usePlaybackSeconds(player, playing);
  const total = Math.floor(durationMs / 1000);
  const position = formatClock(seconds);
  // Keys move by more than a second, while a coarser step would make the thumb jump.
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowUp: 1,
      ArrowLeft: -1,
      ArrowDown: -1,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    player.skip(step * STEP_S * 1000);
  };
  return (
    <div className="@container">
      <RangeInput
        min={0}
        max={total}
        value={Math.min(seconds, total)}
        onChange={(event) => player.seek(event.target.valueAsNumber * 1000)}
        onKeyDown={onKeyDown}
        aria-label={t('progress.label')}
        aria-valuetext={
          seconds >= total
            ? t('progress.end')
            : t('progress.value', { position, total: formatClock(total) })
        }
      />
      <div className="player-times tabular relative z-10 mb-2 flex flex-wrap items-center justify-between text-sm text-ink-2">
        <span aria-hidden="true" className="min-w-10">
          {position}
        </span>
        {/* With large text it has a line of its own. */}
        <div className="order-last flex basis-full justify-center @min-[17rem]:order-none @min-[17rem]:basis-auto">
          <SpeedAndSleepTimer session={session} />
        </div>
        <span aria-hidden="true" className="min-w-10 text-right">
          {formatClock(total)}
        </span>
      </div>
    </div>
  );
}

/** The player's five buttons, such as play and skip. */
export function PlayerControls(props: {
  player: Pick<Player, 'skip' | 'toggle'>;
  state: PlayerState;
  reading: boolean;
  onSound: () => void;
  onTranscript: () => void;
}) {
  const { player, state, reading, onSound, onTranscript } = props;
  const { t } = useTranslation('player');
  return (
    <div className="player-controls flex items-center justify-between">
      <IconButton label={t('controls.sound')} aria-haspopup="dialog" onClick={onSound}>
        <Icon name={state.voiceOn ? 'sound' : 'mute'} />
      </IconButton>
      <JumpButton
        label={t('controls.back')}
        seconds={SKIP_BACK_MS / 1000}
        onPress={() => player.skip(-SKIP_BACK_MS)}
      >
        <Icon name="back-10" className="size-8" />
      </JumpButton>
      <IconButton
        size="large"
        // While it waits, the button below its question is the one that stands out.
        filled={!state.held}
        data-play=""
        label={t(getPlayLabelKey(state))}
        onClick={player.toggle}
      >
        <Icon name={willPressPause(state) ? 'pause' : 'play'} className="size-7" />
      </IconButton>
      <JumpButton
        label={t('controls.forward')}
        seconds={SKIP_FORWARD_MS / 1000}
        onPress={() => player.skip(SKIP_FORWARD_MS)}
      >
        <Icon name="forward-30" className="size-8" />
      </JumpButton>
      <IconButton
        label={t('controls.transcript')}
        aria-pressed={reading}
        onClick={onTranscript}
        className={reading ? 'bg-sunk' : ''}
      >
        <Icon name="transcript" />
      </IconButton>
    </div>
  );
}

function JumpButton(props: {
  label: string;
  seconds: number;
  onPress: () => void;
  children: React.ReactNode;
}) {
  return (
    <IconButton label={props.label} onClick={props.onPress}>
      <span className="relative grid place-items-center">
        {props.children}
        <span className="tabular absolute text-[0.75rem] leading-none font-semibold tracking-tight">
          {props.seconds}
        </span>
      </span>
    </IconButton>
  );
}
