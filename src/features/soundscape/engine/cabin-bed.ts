import type { CabinPhase } from './cabin-spectra.ts';
import { createFilter, createNoiseLoop } from './nodes.ts';

/** What makes brown noise into the noise of a cabin: two high shelves, and how loud it is. */
export interface CabinBedSettings {
  /** The shelves, from the lower one up: the frequency in hertz, and what is above it, in dB. */
  shelves: readonly [readonly [hertz: number, decibels: number], readonly [number, number]];
  decibels: number;
}

/* Fitted to CABIN_SPECTRA by least differences; `cabin-bed.test.ts` holds them to it. Between phases half of the true difference is heard:
   a listener who turned up the sound while taxiing would be startled by 20 dB more. */
export const CABIN_BEDS: Readonly<Record<CabinPhase, CabinBedSettings>> = {
  taxi: {
    shelves: [
      [152, -4],
      [2240, -8],
    ],
    decibels: -10.1,
  },
  take_off: {
    shelves: [
      [814, -3],
      [2690, -12],
    ],
    decibels: -2,
  },
  climb: {
    shelves: [
      [405, -5],
      [2240, -12],
    ],
    decibels: -1.3,
  },
  cruise: {
    shelves: [
      [306, -6],
      [1870, -12],
    ],
    decibels: 0,
  },
  descent: {
    shelves: [
      [306, -5],
      [2240, -12],
    ],
    decibels: -3.2,
  },
};

/**
 * Turns of the fan's shaft in a second at a share of the thrust: 20 % of its speed at idle, 95 % at take-off, some 85 % in cruise. Known, of
 * the CFM56-5B of an A320: 5,000 turns a minute are 100 % (EASA TCDS E.003), and 36 blades.
 */
export const getShaftHertz = (thrust: number): number =>
  (5000 / 60) * (0.2 + 0.75 * Math.max(0, (thrust - 0.1) / 0.9) ** 0.5);
export const FAN_BLADE_COUNT = 36;
/** Two engines in cruise, never quite in step; whole cycles in 20 s, so that a loop closes. */
export const CRUISE_TONES_HERTZ = [71, 71.85] as const;

/** Mixes two beds: `share` from 0, the first one, to 1. */
export function mixCabinBedSettings(
  from: CabinBedSettings,
  to: CabinBedSettings,
  share: number,
): CabinBedSettings {
  const mix = (a: number, b: number) => a + (b - a) * share;
  const mixShelf = (index: 0 | 1) =>
    [
      from.shelves[index][0] * (to.shelves[index][0] / from.shelves[index][0]) ** share,
      mix(from.shelves[index][1], to.shelves[index][1]),
    ] as const;
  return {
    shelves: [mixShelf(0), mixShelf(1)],
    decibels: mix(from.decibels, to.decibels),
  };
}

/** Returns the factor that a level in dB stands for. */
export const toAmplitude = (decibels: number): number => 10 ** (decibels / 20);

/**
 * Creates the noise of a cabin, not started yet; the caller connects `part`. `set` hands each parameter its value for another bed, for the
 * caller to glide to.
 */
export function createCabinBed(context: BaseAudioContext, bed: CabinBedSettings, loudness: number) {
  const source = createNoiseLoop(context, 'brown');
  const [low, high] = bed.shelves.map(([hertz, decibels]) => {
    const filter = createFilter(context, 'highshelf', hertz);
    filter.gain.value = decibels;
    return filter;
  }) as [BiquadFilterNode, BiquadFilterNode];
  const part = new GainNode(context, { gain: loudness * toAmplitude(bed.decibels) });
  source.connect(low).connect(high).connect(part);
  return {
    source,
    part,
    set: (next: CabinBedSettings, glide: (param: AudioParam, to: number) => void) => {
      for (const [index, filter] of [low, high].entries()) {
        const [hertz, decibels] = next.shelves[index as 0 | 1];
        glide(filter.frequency, hertz);
        glide(filter.gain, decibels);
      }
      glide(part.gain, loudness * toAmplitude(next.decibels));
    },
  };
}
