/** Sound of one channel: samples from -1 to 1. */
export interface MonoSound {
  rate: number;
  samples: Float32Array;
}

const RATES = new Set([8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]);
/** Loudness of each spoken sentence, over the parts with a voice, in dB of full scale. */
const LOUDNESS_DB = -20;
/** Largest level of a sample. */
const PEAK_DB = -1;
/** Parts below this level count as silence. */
const FLOOR_DB = -50;
/** Largest gain of a sentence: more would amplify noise. */
const MAX_GAIN_DB = 20;
const WINDOW_MS = 20;
/** Silence that is left before and after a sentence, in milliseconds. */
const EDGE_MS = 40;

const toLevel = (decibels: number) => 10 ** (decibels / 20);

/** Parses a WAV file with 16-bit samples and one or two channels, which are averaged; null for anything else. */
export function parseWavToMono(bytes: Buffer): MonoSound | null {
  const found = findWavData(bytes);
  return found && { rate: found.rate, samples: readSamples(found.data, found.channels) };
}

/** Whether a file is a WAV file that `parseWavToMono` parses, told by its head. */
export const isWav = (bytes: Buffer): boolean => findWavData(bytes) !== null;

function findWavData(bytes: Buffer): { rate: number; channels: number; data: Buffer } | null {
  if (bytes.length < 44 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null;
  if (bytes.toString('latin1', 8, 12) !== 'WAVE') return null;
  let format: { channels: number; rate: number } | null = null;
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4);
    // Streamed files tell no size, or too large a one.
    const size = Math.min(bytes.readUInt32LE(at + 4), bytes.length - at - 8);
    if (name === 'fmt ' && size >= 16) {
      const kind = bytes.readUInt16LE(at + 8);
      const channels = bytes.readUInt16LE(at + 10);
      const rate = bytes.readUInt32LE(at + 12);
      const bits = bytes.readUInt16LE(at + 22);
      const isKnown = (kind === 1 || kind === 0xfffe) && bits === 16;
      if (!isKnown || channels < 1 || channels > 2 || !RATES.has(rate)) return null;
      format = { channels, rate };
    }
    if (name === 'data') {
      if (!format || size < 2 * format.channels) return null;
      return { ...format, data: bytes.subarray(at + 8, at + 8 + size) };
    }
    at += 8 + size + (size % 2);
  }
  return null;
}

function readSamples(data: Buffer, channels: number): Float32Array {
  const samples = new Float32Array(Math.floor(data.length / 2 / channels));
  for (let index = 0; index < samples.length; index++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++)
      sum += data.readInt16LE((index * channels + channel) * 2);
    samples[index] = sum / channels / 32_768;
  }
  return samples;
}

/**
 * Trims the silence around the sound of a spoken sentence to 40 ms and scales it to the loudness that all sentences
 * have; null when it contains no voice.
 */
export function trimAndNormaliseSpeech({ rate, samples }: MonoSound): MonoSound | null {
  const size = Math.max(1, Math.round((rate * WINDOW_MS) / 1000));
  const floor = toLevel(FLOOR_DB);
  let first = -1;
  let last = -1;
  let sum = 0;
  let windows = 0;
  for (let at = 0; at < samples.length; at += size) {
    const window = samples.subarray(at, at + size);
    const power = sumSquares(window) / window.length;
    if (Math.sqrt(power) < floor) continue;
    first = first < 0 ? at : first;
    last = at + window.length;
    sum += power;
    windows += 1;
  }
  if (windows === 0) return null;
  const edge = Math.round((rate * EDGE_MS) / 1000);
  const voice = samples.subarray(Math.max(0, first - edge), last + edge);
  let peak = 0;
  for (const sample of voice) peak = Math.max(peak, Math.abs(sample));
  const gain = Math.min(
    toLevel(LOUDNESS_DB) / Math.sqrt(sum / windows),
    toLevel(PEAK_DB) / peak,
    toLevel(MAX_GAIN_DB),
  );
  const scaled = new Float32Array(voice.length);
  for (let index = 0; index < voice.length; index++) scaled[index] = (voice[index] ?? 0) * gain;
  return { rate, samples: scaled };
}

function sumSquares(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum;
}
