import type { Cue } from '#shared/rules/script-timing.ts';
import type { Language } from '#shared/rules/languages.ts';
import {
  FLIGHT_NEARNESS_OPTIONS,
  type FlightNearness,
  TONIGHT_FEARS,
  type TonightFear,
} from '#shared/rules/tonight.ts';
import { deviceStorage } from '#web/lib/storage.ts';

// What a visitor chose on /tonight and what was played: on this device only.

const KEY = 'envol-tonight';

/** A session as it is kept for a device without a network. */
export interface StoredTonightSession {
  language: Language;
  title: string;
  summary: string;
  cues: Cue[];
}

export interface HeardSession {
  /** Chosen here, so that it counts once. */
  id: string;
  fear: TonightFear;
  /** Epoch milliseconds. */
  startedAt: number;
  endedAt: number;
}

export interface TonightState {
  /** Chosen last. */
  fear: TonightFear;
  /** Every fear that was chosen, each of which keeps its card. */
  fears: TonightFear[];
  when: FlightNearness;
  chosenAt: number;
  isSilent: boolean;
  /** Those that are kept: all of them, if the device has room and the network lasts. */
  sessions: Partial<Record<TonightFear, StoredTonightSession>>;
  heard: HeardSession | null;
  isOffered: boolean;
}

/** Reads what was chosen on this device; null for nothing, or what has another form. */
export function readTonightState(): TonightState | null {
  const value = deviceStorage.readJson(KEY) as Partial<TonightState> | null;
  const isKnown =
    value !== null &&
    typeof value === 'object' &&
    TONIGHT_FEARS.some((fear) => fear === value.fear) &&
    FLIGHT_NEARNESS_OPTIONS.some((when) => when === value.when) &&
    Array.isArray(value.fears) &&
    typeof value.sessions === 'object' &&
    value.sessions !== null &&
    typeof value.chosenAt === 'number';
  return isKnown ? (value as TonightState) : null;
}

/** Stores what was chosen on this device; where the device is full, without the sessions' texts. */
export function writeTonightState(tonight: TonightState): void {
  if (!deviceStorage.writeJson(KEY, tonight))
    deviceStorage.writeJson(KEY, { ...tonight, sessions: {} });
}

/** Deletes the record of the heard session from this device; the card stays. */
export function forgetHeardSession(): void {
  const tonight = readTonightState();
  if (tonight) writeTonightState({ ...tonight, heard: null });
}
