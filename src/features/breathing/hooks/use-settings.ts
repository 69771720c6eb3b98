import { useState } from 'react';
import {
  type BreathPattern,
  BREATH_PATTERN_KEYS,
  BREATH_PATTERNS,
  type BreathPatternKey,
} from '#shared/rules/breathing.ts';
import { deviceStorage } from '#web/lib/storage.ts';

const KEY = 'envol-breathing';
export const EXERCISE_MINUTES_CHOICES = [1, 2, 3, 5, 7, 10] as const;

export interface BreathingSettings {
  pattern: BreathPatternKey;
  minutes: number;
  sound: boolean;
  haptics: boolean;
}
const DEFAULTS: BreathingSettings = {
  pattern: 'long_exhale',
  minutes: 3,
  sound: false,
  haptics: false,
};

function readSettings(): BreathingSettings {
  const kept = {
    ...DEFAULTS,
    ...(deviceStorage.readJson(KEY) as Partial<BreathingSettings> | null),
  };
  const known = (BREATH_PATTERN_KEYS as readonly string[]).includes(kept.pattern);
  const possible = (EXERCISE_MINUTES_CHOICES as readonly number[]).includes(kept.minutes);
  return {
    pattern: known ? kept.pattern : DEFAULTS.pattern,
    minutes: possible ? kept.minutes : DEFAULTS.minutes,
    sound: kept.sound,
    haptics: kept.haptics,
  };
}

/**
 * Returns the breathing `settings` stored on this device, or defaults; `change`, which stores some of them; and the
 * chosen `pattern`.
 */
export function useBreathingSettings() {
  const [settings, setSettings] = useState(readSettings);
  const change = (part: Partial<BreathingSettings>) => {
    const next = { ...settings, ...part };
    setSettings(next);
    // Where storage is refused, the choice lasts as long as the page.
    deviceStorage.writeJson(KEY, next);
  };
  return { settings, change, pattern: getBreathPatternOrFirst(settings.pattern) };
}

/** Finds a breathing pattern by its key; an unknown key, as of an earlier version, gives the first pattern. */
export function getBreathPatternOrFirst(key: BreathPatternKey): BreathPattern {
  const found = BREATH_PATTERNS.find((pattern) => pattern.key === key) ?? BREATH_PATTERNS[0];
  if (!found) throw new Error('There are no patterns');
  return found;
}
