/** A stream of numbers in [-1, 1) that sounds random and is the same every time (mulberry32). */
export function noiseSource(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2147483648 - 1;
  };
}

/** White noise: rain is made of it. */
export function white(length: number, seed: number): Float32Array<ArrayBuffer> {
  const random = noiseSource(seed);
  return Float32Array.from({ length }, random);
}

/** Brown noise (6 dB less an octave): the hull of an aircraft, a far waterfall. Peaks at 0.9. */
export function brown(length: number, seed: number): Float32Array<ArrayBuffer> {
  const random = noiseSource(seed);
  let last = 0;
  // A leak keeps the walk near zero, where a plain integral would wander off.
  return level(Float32Array.from({ length }, () => (last = last * 0.996 + random() * 0.06)));
}

/** Single drops on a pane: sparse clicks that ring for a few milliseconds. */
export function drops(length: number, sampleRate: number, seed: number): Float32Array<ArrayBuffer> {
  const random = noiseSource(seed);
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

/** Lays the last part of a sound over its beginning, so that it can go round without a click. */
export function seamless(
  sound: Float32Array<ArrayBuffer>,
  overlap: number,
): Float32Array<ArrayBuffer> {
  const length = sound.length - overlap;
  const out = sound.slice(0, length);
  for (let i = 0; i < overlap; i++) {
    // Equal power: the two parts are strangers to each other, so their loudness adds as squares.
    const turn = ((i / overlap) * Math.PI) / 2;
    out[i] = sound[i]! * Math.sin(turn) + sound[length + i]! * Math.cos(turn);
  }
  return out;
}

function level(sound: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const peak = sound.reduce((top, value) => Math.max(top, Math.abs(value)), 0);
  return peak === 0 ? sound : sound.map((value) => (value / peak) * 0.9);
}
