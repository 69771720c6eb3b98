/**
 * The two tones of a passenger address amplifier, in hertz, and the seconds in which they fall to their 2.7th part: 587 and 494 Hz, 30 dB
 * (give or take 6) quieter within 0.9 s of the peak, without audible harmonics (ARINC Characteristic 715-3, 3.4.1 to 3.4.3, as quoted by
 * aviation.stackexchange.com; read on 26 November 2026). Airbus names them Hi I and Lo I, and has chimes of one of them and of both.
 */
export const CABIN_CHIME = { high: 587, low: 494, ring: 0.26 } as const;
