import { useEffect, useRef } from 'react';
import type { Language } from '#shared/rules/languages.ts';
import {
  type DeviceVoice,
  watchForDeviceVoice,
} from '#web/features/narration/engine/device-voice.ts';

const IGNORED = { start: () => {}, end: () => {}, fail: () => {} };

/** Speaks a text once by a voice of the device, and the next one when it changes; silent without one, or with null. */
export function useSpeakText(text: string | null, language: Language): void {
  const voice = useRef<DeviceVoice | null>(null);
  const latest = useRef(text);
  useEffect(() => {
    const stop = watchForDeviceVoice(language, (found) => {
      voice.current = found;
      if (latest.current) found.speak(latest.current, IGNORED);
    });
    return () => {
      stop();
      voice.current?.cancel();
      voice.current = null;
    };
  }, [language]);
  useEffect(() => {
    latest.current = text;
    if (text) voice.current?.speak(text, IGNORED);
    else voice.current?.cancel();
  }, [text]);
}
