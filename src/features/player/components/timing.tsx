import { useState } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, RadioGroup } from '#web/ui/choice.tsx';
import { LazyPhoneLockNotice } from '#web/features/pocket/components/lazy-pocket.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icons.tsx';
import type { SleepChoice } from '../engine/sleep-timer.ts';
import type { OpenSession } from '../engine/open-session.ts';
import {
  MAX_PLAYBACK_SPEED,
  playerSettings,
  MIN_PLAYBACK_SPEED,
  usePlayerSettings,
} from '../session/settings.ts';
import { usePlayerState, usePlaybackSeconds, useSleepChoice } from '../hooks/use-player.ts';
import { MarkedSlider } from '#web/ui/marked-slider.tsx';

const SMALL =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full px-2.5 text-sm text-ink-2 hover:bg-sunk hover:text-ink';

/** Formats a speed. Nearly always it is 1, which spares the page a number format: the first takes a phone over 100 ms to make. */
const formatSpeed = (speed: number, language: string) =>
  speed === 1 ? '1' : speed.toLocaleString(language);

/** Two buttons of the player with their dialogs: the playback speed, and the sleep timer. */
export function SpeedAndSleepTimer({ session }: { session: OpenSession }) {
  const { t, i18n } = useTranslation('player');
  const [open, setOpen] = useState<'speed' | 'sleep' | null>(null);
  const { speed } = usePlayerSettings();
  const asleep = useSleepChoice(session) !== null;
  const factor = formatSpeed(speed, i18n.language);
  const close = () => setOpen(null);
  return (
    <div className="flex items-center">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t(speed === 1 ? 'speed.nowOwn' : 'speed.now', { factor })}
        className={`${SMALL} tabular`}
        onClick={() => setOpen('speed')}
      >
        {t('speed.factor', { factor })}
      </button>
      <button
        type="button"
        aria-haspopup="dialog"
        data-tooltip={asleep ? undefined : ''}
        className={SMALL}
        onClick={() => setOpen('sleep')}
      >
        <Icon name="moon" className="size-5" />
        {asleep ? (
          <SleepTimeLeft session={session} />
        ) : (
          <span className="sr-only">{t('sleep.title')}</span>
        )}
      </button>
      <SpeedDialog open={open === 'speed'} onClose={close} />
      <SleepDialog open={open === 'sleep'} onClose={close} session={session} />
    </div>
  );
}

function SleepTimeLeft({ session: { player, sleep } }: { session: OpenSession }) {
  const { t } = useTranslation('player');
  usePlaybackSeconds(player, usePlayerState(player).playing);
  if (sleep.choice() === 'end') return t('sleep.atEnd');
  return t('sleep.left', { count: Math.max(1, Math.ceil((sleep.leftMs() ?? 0) / 60_000)) });
}

function SpeedDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, i18n } = useTranslation(['player']);
  const { speed } = usePlayerSettings();
  const factor = t('player:speed.factor', {
    factor: formatSpeed(speed, i18n.language),
  });
  return (
    <Dialog open={open} onClose={onClose} title={t('player:speed.title')}>
      <MarkedSlider
        label={t('player:speed.label')}
        min={MIN_PLAYBACK_SPEED * 100}
        max={MAX_PLAYBACK_SPEED * 100}
        step={5}
        value={Math.round(speed * 100)}
        text={factor}
        marks={[t('player:speed.slower'), factor, t('player:speed.faster')]}
        onChange={(percent) => playerSettings.change({ speed: percent / 100 })}
      />
      <p className="mt-4 text-sm text-ink-2">{t('player:speed.detail')}</p>
      <Button
        variant="quiet"
        className="mt-2"
        disabled={speed === 1}
        onClick={() => playerSettings.change({ speed: 1 })}
      >
        {t('player:speed.own')}
      </Button>
    </Dialog>
  );
}

const MINUTES = [5, 10, 15, 30, 45, 60] as const;
type SleepKey = 'off' | 'end' | `${number}`;
const toSleepKey = (choice: SleepChoice): SleepKey =>
  choice === null ? 'off' : choice === 'end' ? 'end' : `${choice.minutes}`;

function SleepDialog(props: { open: boolean; onClose: () => void; session: OpenSession }) {
  const { open, onClose, session } = props;
  const { t } = useTranslation(['player', 'common']);
  const choice = useSleepChoice(session);
  const { playsDay } = usePlayerSettings();
  const state = usePlayerState(session.player);
  const choose = (key: SleepKey) =>
    session.sleep.choose(
      key === 'off' ? null : key === 'end' ? 'end' : { minutes: Number.parseInt(key, 10) },
    );
  const choices: { value: SleepKey; label: string }[] = [
    { value: 'off', label: t('player:sleep.never') },
    ...MINUTES.map((count) => ({
      value: `${count}` as SleepKey,
      label: t('common:minutes', { count }),
    })),
    { value: 'end', label: t('player:sleep.end') },
  ];
  return (
    <Dialog open={open} onClose={onClose} title={t('player:sleep.title')}>
      <RadioGroup
        legend={t('player:sleep.after')}
        choices={choices}
        value={toSleepKey(choice)}
        onChange={choose}
      />
      <p className="mt-4 text-sm text-ink-2">{t('player:sleep.detail')}</p>
      <Checkbox
        className="mt-4"
        label={t('player:playsDay.label')}
        detail={t('player:playsDay.detail')}
        checked={playsDay}
        onChange={(event) => playerSettings.change({ playsDay: event.target.checked })}
      />
      <LazyPhoneLockNotice state={state} onPocket={onClose} />
    </Dialog>
  );
}
