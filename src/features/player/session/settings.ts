import { useSyncExternalStore } from 'react';
import type { Language } from '#shared/rules/languages.ts';
import { deviceStorage } from '#web/lib/storage.ts';

export interface PlayerSettings {
  voice: boolean;
  ambience: number;
  tones: boolean;
  /** Whether the hum of a cabin plays under the pieces for the seat, which have none of their own. */
  cabinSound: boolean;
  letterKeys: boolean;
  /** 0.6 to 1.5 times the script's pace. */
  speed: number;
  /** Whether to vibrate on each breath phase; null until it was chosen: only without a voice. */
  haptics: boolean | null;
  playsDay: boolean;
  /** The voiceURI of the chosen voice, by language. */
  voices: Partial<Record<Language, string>>;
}

const STORAGE_KEY = 'envol-sound';
export const MIN_PLAYBACK_SPEED = 0.6;
export const MAX_PLAYBACK_SPEED = 1.5;
const DEFAULTS: PlayerSettings = {
  voice: true,
  ambience: 0.5,
  tones: true,
  cabinSound: false,
  letterKeys: true,
  speed: 1,
  haptics: null,
  playsDay: false,
  voices: {},
};

const clampNumber = (value: unknown, least: number, most: number, otherwise: number) =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.min(most, Math.max(least, value))
    : otherwise;
const toBooleanOr = (value: unknown, otherwise: boolean) =>
  typeof value === 'boolean' ? value : otherwise;

/** Parses the player's stored settings, which another version may have written; invalid values get the default. */
export function parsePlayerSettings(stored: string | null): PlayerSettings {
  let found: Partial<Record<keyof PlayerSettings, unknown>> = {};
  try {
    found = { ...(JSON.parse(stored ?? '{}') as object) };
  } catch {
    // The stored value is not JSON.
  }
  const voices = Object.entries({ ...(found.voices as object) }).filter(
    ([, uri]) => typeof uri === 'string',
  );
  return {
    voice: toBooleanOr(found.voice, DEFAULTS.voice),
    ambience: clampNumber(found.ambience, 0, 1, DEFAULTS.ambience),
    tones: toBooleanOr(found.tones, DEFAULTS.tones),
    cabinSound: toBooleanOr(found.cabinSound, DEFAULTS.cabinSound),
    letterKeys: toBooleanOr(found.letterKeys, DEFAULTS.letterKeys),
    speed: clampNumber(found.speed, MIN_PLAYBACK_SPEED, MAX_PLAYBACK_SPEED, DEFAULTS.speed),
    haptics: typeof found.haptics === 'boolean' ? found.haptics : DEFAULTS.haptics,
    playsDay: toBooleanOr(found.playsDay, DEFAULTS.playsDay),
    voices: Object.fromEntries(voices) as PlayerSettings['voices'],
  };
}

let current: PlayerSettings | null = null;
const listeners = new Set<() => void>();

/** The settings, stored on this device; a session playing on another page follows them too. */
export const playerSettings = {
  get: (): PlayerSettings => (current ??= parsePlayerSettings(deviceStorage.read(STORAGE_KEY))),
  change: (part: Partial<PlayerSettings>): void => {
    current = { ...playerSettings.get(), ...part };
    // Where storage is refused, the choice lasts as long as the app is open.
    deviceStorage.writeJson(STORAGE_KEY, current);
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/**
 * Returns the player's settings on this device, and renders again when they change; the server, which does not know
 * them, renders the defaults.
 */
export const usePlayerSettings = () =>
  useSyncExternalStore(playerSettings.subscribe, playerSettings.get, () => DEFAULTS);
