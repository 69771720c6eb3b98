/** The middles of the octaves that a cabin's noise is held to, in hertz. */
export const OCTAVE_CENTRES_HERTZ = [63, 125, 250, 500, 1000, 2000, 4000] as const;

/** The parts of a flight whose noise in the cabin is told apart. */
export const CABIN_PHASES = ['taxi', 'take_off', 'climb', 'cruise', 'descent'] as const;
export type CabinPhase = (typeof CABIN_PHASES)[number];

/** The noise in the cabin of an airliner with engines under its wings. */
export interface CabinSpectrum {
  /** Sound pressure levels of the octaves, in dB. */
  levels: readonly [number, number, number, number, number, number, number];
  /** What their sum has to be in dB(A), lowest and highest, where that was read. */
  weighted: readonly [number, number];
}

/*
 * Read on 26 November 2026: Ozcan and Nemlioglu, “In-cabin noise levels during commercial aircraft flights” (Canadian Acoustics 34, 2006,
 * abstract): 60 to 65 dB(A) before take-off, 80 to 85 in flight, 75 to 80 at landing, up to 81 to 88 for what does not last. “Assessment of
 * in-cabin noise of wide-body aircraft” (Applied Acoustics 2022, as quoted by tinnitustalk.com): in cruise 74.9 dB(A) and 87.9 dB(C) in an A350,
 * 72.7 and 86.9 in a 787, 69.5 and 83.7 in an A380, so that the C-weighted level is 13 to 14 dB above the A-weighted one.
 * Known, because no document with its tables could be opened: that the levels fall by 3 to 9 dB an octave, more steeply above 2 kHz; flatter
 * on the ground, where ventilation is most of it, and at take-off power, where the jets are (Mixson and Wilby, “Interior Noise”, NASA
 * RP-1258, 1991; Wilby, “Aircraft interior noise”, Journal of Sound and Vibration 190, 1996). The single octaves are drawn so as to
 * agree with both; they are no measurement.
 */
export const CABIN_SPECTRA: Readonly<Record<CabinPhase, CabinSpectrum>> = {
  taxi: { levels: [72, 68, 64, 60, 56, 51, 44], weighted: [60, 65] },
  take_off: { levels: [90, 89, 86, 82, 77, 71, 62], weighted: [81, 88] },
  climb: { levels: [90, 88, 84, 79, 74, 67, 58], weighted: [80, 85] },
  cruise: { levels: [92, 89, 84, 79, 73, 66, 57], weighted: [80, 85] },
  descent: { levels: [86, 83, 79, 74, 69, 62, 53], weighted: [75, 80] },
};

/** How many dB the C-weighted level of cruise is above the A-weighted one, lowest and highest (see above). */
export const CRUISE_DBC_MINUS_DBA = [13, 14.2] as const;
