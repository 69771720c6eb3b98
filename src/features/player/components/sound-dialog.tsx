import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { Soundscape } from '#web/features/soundscape/store.ts';
import type { Player, PlayerState } from '../engine/player.ts';

const KEY = 'envol-sound';

interface SoundSettings {
  voice: boolean;
  /** 0 to 1 */
  ambience: number;
  tones: boolean;
  letterKeys: boolean;
}
const DEFAULTS: SoundSettings = { voice: true, ambience: 0.5, tones: true, letterKeys: true };

function stored(): SoundSettings {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<SoundSettings>;
    const ambience = Number.isFinite(kept.ambience)
      ? Math.min(1, Math.max(0, kept.ambience!))
      : 0.5;
    return { ...DEFAULTS, ...kept, ambience };
  } catch {
    return DEFAULTS;
  }
}

/** How this device sounds, remembered on it and applied to the player that is open. */
export function useSoundSettings(player: Player, sound: Soundscape) {
  const [settings, setSettings] = useState(stored);
  useEffect(() => {
    sound.volume(settings.ambience);
    sound.tones(settings.tones);
  }, [sound, settings.ambience, settings.tones]);
  useEffect(() => player.setVoice(settings.voice), [player, settings.voice]);
  const change = (part: Partial<SoundSettings>) => {
    const next = { ...settings, ...part };
    setSettings(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Storage refused: the choice lasts as long as the page.
    }
  };
  return { settings, change };
}

/** The voice, the ambience apart from it, the tones, and the letter keys. */
export function SoundDialog(props: {
  open: boolean;
  onClose: () => void;
  state: PlayerState;
  settings: SoundSettings;
  change: (part: Partial<SoundSettings>) => void;
}) {
  const { open, onClose, state, settings, change } = props;
  const { t } = useTranslation(['player', 'ui']);
  const percent = Math.round(settings.ambience * 100);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('player:sound.title')}
      closeLabel={t('ui:actions.close')}
    >
      <Checkbox
        label={t('player:sound.voice')}
        detail={t(`player:sound.way.${state.way}`)}
        // Where there is no voice there is nothing to switch on.
        checked={settings.voice && state.way !== 'captions'}
        disabled={state.way === 'captions'}
        onChange={(event) => change({ voice: event.target.checked })}
      />
      <label className="mt-3 block">
        <span className="font-medium">{t('player:sound.ambience')}</span>
        <input
          type="range"
          className="session-slider block"
          min={0}
          max={100}
          step={5}
          value={percent}
          aria-valuetext={
            percent === 0 ? t('player:sound.off') : t('player:sound.percent', { percent })
          }
          onChange={(event) => change({ ambience: event.target.valueAsNumber / 100 })}
          style={{ '--played': `${percent}%` } as object}
        />
        <span aria-hidden="true" className="-mt-1 flex justify-between text-sm text-ink-2">
          <span>{t('player:sound.off')}</span>
          <span>{t('player:sound.soft')}</span>
          <span>{t('player:sound.full')}</span>
        </span>
      </label>
      <Checkbox
        className="mt-3"
        label={t('player:sound.tones')}
        detail={t('player:sound.tonesDetail')}
        checked={settings.tones}
        onChange={(event) => change({ tones: event.target.checked })}
      />
      <Checkbox
        className="hidden [@media(hover:hover)_and_(pointer:fine)]:block"
        label={t('player:sound.keys')}
        detail={t('player:sound.keysDetail')}
        checked={settings.letterKeys}
        onChange={(event) => change({ letterKeys: event.target.checked })}
      />
    </Dialog>
  );
}
