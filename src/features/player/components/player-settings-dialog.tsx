import { useEffect, useRef, useState } from 'react';
import { isPlayedUnvoiced } from '#web/features/narration/engine/player.ts';
import { playVoiceSample, watchDeviceVoices } from '#web/features/narration/engine/voice-choice.ts';
import { canVibrate } from '#web/lib/device-hardware.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { LazyPhoneLockNotice } from '#web/features/pocket/components/lazy-pocket.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/field.tsx';
import type { OpenSession } from '../engine/open-session.ts';
import { playerSettings, usePlayerSettings } from '../session/settings.ts';
import { usePlayerState } from '../hooks/use-player.ts';
import { MarkedSlider } from '#web/ui/marked-slider.tsx';

/** A dialog with the player's settings of the voice, the background sound, vibration and letter shortcuts. */
export function PlayerSettingsDialog(props: {
  open: boolean;
  onClose: () => void;
  session: OpenSession;
}) {
  const { open, onClose, session } = props;
  const { t } = useTranslation(['player']);
  const state = usePlayerState(session.player);
  const { narrationMode } = state;
  const { voice, ambience, tones, cabinSound, haptics, letterKeys } = usePlayerSettings();
  const percent = Math.round(ambience * 100);
  const off = t('player:sound.off');
  return (
    <Dialog open={open} onClose={onClose} title={t('player:sound.title')}>
      <Checkbox
        label={t('player:sound.voice')}
        detail={t(`player:sound.way.${narrationMode}`)}
        // Without a voice there is nothing to switch on.
        checked={voice && narrationMode !== 'captions'}
        disabled={narrationMode === 'captions'}
        onChange={(event) => playerSettings.change({ voice: event.target.checked })}
      />
      {narrationMode !== 'recording' && <VoiceChoice session={session} />}
      <MarkedSlider
        label={t('player:sound.ambience')}
        min={0}
        max={100}
        step={5}
        value={percent}
        text={percent === 0 ? off : t('player:sound.percent', { percent })}
        marks={[off, t('player:sound.soft'), t('player:sound.full')]}
        onChange={(value) => playerSettings.change({ ambience: value / 100 })}
      />
      {session.content.form === 'seat' && (
        <Checkbox
          className="mt-3"
          label={t('player:sound.cabin')}
          detail={t('player:sound.cabinDetail')}
          checked={cabinSound}
          onChange={(event) => playerSettings.change({ cabinSound: event.target.checked })}
        />
      )}
      <Checkbox
        className="mt-3"
        label={t('player:sound.tones')}
        detail={t('player:sound.tonesDetail')}
        checked={tones}
        onChange={(event) => playerSettings.change({ tones: event.target.checked })}
      />
      {canVibrate() && (
        <Checkbox
          label={t('player:sound.haptics')}
          detail={t('player:sound.hapticsDetail')}
          checked={haptics ?? isPlayedUnvoiced(state)}
          onChange={(event) => playerSettings.change({ haptics: event.target.checked })}
        />
      )}
      <Checkbox
        className="hidden [@media(hover:hover)_and_(pointer:fine)]:block"
        label={t('player:sound.keys')}
        detail={t('player:sound.keysDetail')}
        checked={letterKeys}
        onChange={(event) => playerSettings.change({ letterKeys: event.target.checked })}
      />
      <LazyPhoneLockNotice state={state} onPocket={onClose} />
    </Dialog>
  );
}

/** A list of the device's voices in the session's language, with a sample of the one chosen. */
function VoiceChoice({ session }: { session: OpenSession }) {
  const { t } = useTranslation('player');
  const { language } = session.content;
  const { voices: chosen, speed } = usePlayerSettings();
  const [voices, setVoices] = useState<readonly SpeechSynthesisVoice[]>([]);
  useEffect(() => watchDeviceVoices(language, setVoices), [language]);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  if (voices.length === 0) return null;
  const own = voices.find(({ voiceURI }) => voiceURI === chosen[language])?.voiceURI ?? '';
  const sample = () => {
    // Pauses the session so that two voices do not overlap.
    session.player.pause();
    stop.current?.();
    stop.current = playVoiceSample(
      language,
      own || null,
      t('voices.sentence', { lng: language }),
      speed,
    );
  };
  return (
    <div className="mt-1 mb-4 pl-9.5">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-1">
        <div className="max-w-full min-w-0 flex-1 basis-40">
          <Select
            label={t('voices.label')}
            value={own}
            options={[
              { value: '', label: t('voices.ours') },
              ...voices.map(({ voiceURI, name }) => ({ value: voiceURI, label: name })),
            ]}
            onChange={({ target }) =>
              playerSettings.change({
                voices: { ...chosen, [language]: target.value || undefined },
              })
            }
          />
        </div>
        <Button variant="quiet" onClick={sample}>
          {t('voices.sample')}
        </Button>
      </div>
    </div>
  );
}
