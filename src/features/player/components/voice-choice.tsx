import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { playVoiceSample, watchVoices } from '#web/features/narration/engine/voice-choice.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import type { OpenSession } from '../engine/open-session.ts';
import { settings, usePlayerSettings } from '../session/settings.ts';

/** Radio buttons that choose the device's voice for the session's language, with a sample of each. */
export function VoiceChoice({ session }: { session: OpenSession }) {
  const { t } = useTranslation('player');
  const { language } = session.content;
  const { voices: chosen, speed } = usePlayerSettings();
  const [voices, setVoices] = useState<readonly SpeechSynthesisVoice[]>([]);
  useEffect(() => watchVoices(language, setVoices), [language]);
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
              settings.change({ voices: { ...chosen, [language]: target.value || undefined } })
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
