/** Creates a seeded random generator of numbers in [-1, 1) (mulberry32). */
export function createSignedSeededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2147483648 - 1;
  };
}

/** Generates `length` samples of white noise in [-1, 1); the same seed gives the same noise. */
export function createWhiteNoise(length: number, seed: number): Float32Array<ArrayBuffer> {
  const random = createSignedSeededRandom(seed);
  return Float32Array.from({ length }, random);
}

/**
 * Generates `length` samples of brown noise (−6 dB per octave) with a peak of 0.9; the same seed gives the same noise.
 */
export function createBrownNoise(length: number, seed: number): Float32Array<ArrayBuffer> {
  const random = createSignedSeededRandom(seed);
  let last = 0;
  // A leaky integrator keeps the signal near zero.
  return normalisePeak(
    Float32Array.from({ length }, () => (last = last * 0.996 + random() * 0.06)),
  );
}

/**
 * Generates `length` samples of rain drops: 14 clicks a second that ring for 12 ms; the same seed gives the same drops.
 */
export function createRainDrops(
  length: number,
  sampleRate: number,
  seed: number,
): Float32Array<ArrayBuffer> {
  const random = createSignedSeededRandom(seed);
  const out = new Float32Array(length);
  const count = Math.round((length / sampleRate) * 14);
  for (let drop = 0; drop < count; drop++) {
    const start = Math.floor(((random() + 1) / 2) * length);
    const pitch = 1400 + 1200 * (random() + 1);
    const loud = 0.1 + 0.4 * ((random() + 1) / 2) ** 3;
    const ring = Math.floor(sampleRate * 0.012);
    for (let i = 0; i < ring && start + i < length; i++)
      out[start + i]! +=
        loud * Math.exp((-6 * i) / ring) * Math.sin((6.2832 * pitch * i) / sampleRate);
  }
  return out;
}

/**
 * Cross-fades the last `overlap` samples of a sound into its first ones, so that it loops without a click; the result
 * is shorter by `overlap`.
 */
export function makeSeamlessLoop(
  sound: Float32Array<ArrayBuffer>,
  overlap: number,
): Float32Array<ArrayBuffer> {
  const length = sound.length - overlap;
  const out = sound.slice(0, length);
  for (let i = 0; i < overlap; i++) {
    // Equal-power fade, because the two parts are uncorrelated.
    const turn = ((i / overlap) * Math.PI) / 2;
    out[i] = sound[i]! * Math.sin(turn) + sound[length + i]! * Math.cos(turn);
  }
  return out;
}

function normalisePeak(sound: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const peak = sound.reduce((top, value) => Math.max(top, Math.abs(value)), 0);
  return peak === 0 ? sound : sound.map((value) => (value / peak) * 0.9);
}
