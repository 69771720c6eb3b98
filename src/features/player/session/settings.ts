import { useSyncExternalStore } from 'react';
import type { Language } from '#shared/contract/fields.ts';

/** How this device sounds. */
export interface Settings {
  voice: boolean;
  /** 0 to 1 */
  ambience: number;
  tones: boolean;
  letterKeys: boolean;
  /** 0.6 to 1.5 of the script's pace. */
  speed: number;
  /** A touch for each turn of the breath. */
  haptics: boolean;
  /** The address of the voice chosen for each language. */
  voices: Partial<Record<Language, string>>;
}

const KEY = 'envol-sound';
export const SLOWEST = 0.6;
export const FASTEST = 1.5;
const DEFAULTS: Settings = {
  voice: true,
  ambience: 0.5,
  tones: true,
  letterKeys: true,
  speed: 1,
  haptics: false,
  voices: {},
};

const bounded = (value: unknown, least: number, most: number, otherwise: number) =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.min(most, Math.max(least, value))
    : otherwise;
const isOn = (value: unknown, otherwise: boolean) =>
  typeof value === 'boolean' ? value : otherwise;

/** The settings out of what a browser kept, which another version or another hand may have written. */
export function readSettings(kept: string | null): Settings {
  let found: Partial<Record<keyof Settings, unknown>> = {};
  try {
    found = { ...(JSON.parse(kept ?? '{}') as object) };
  } catch {
    // Nothing readable was kept.
  }
  const voices = Object.entries({ ...(found.voices as object) }).filter(
    ([, uri]) => typeof uri === 'string',
  );
  return {
    voice: isOn(found.voice, DEFAULTS.voice),
    ambience: bounded(found.ambience, 0, 1, DEFAULTS.ambience),
    tones: isOn(found.tones, DEFAULTS.tones),
    letterKeys: isOn(found.letterKeys, DEFAULTS.letterKeys),
    speed: bounded(found.speed, SLOWEST, FASTEST, DEFAULTS.speed),
    haptics: isOn(found.haptics, DEFAULTS.haptics),
    voices: Object.fromEntries(voices) as Settings['voices'],
  };
}

function load(): Settings {
  try {
    return readSettings(localStorage.getItem(KEY));
  } catch {
    return DEFAULTS;
  }
}

let current: Settings | null = null;
const listeners = new Set<() => void>();

/** The settings of this device, remembered on it; a session that plays on another page follows them too. */
export const settings = {
  get: (): Settings => (current ??= load()),
  change: (part: Partial<Settings>): void => {
    current = { ...settings.get(), ...part };
    try {
      localStorage.setItem(KEY, JSON.stringify(current));
    } catch {
      // Storage refused: the choice lasts as long as the app is open.
    }
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** The settings on the screen. */
export const useSettings = () => useSyncExternalStore(settings.subscribe, settings.get);
