/** A silence in a recording, from and to, in whole milliseconds. */
export type Silence = [from: number, to: number];

/** Enough to tell a voice from a silence, and a twentieth of the memory. */
const SAMPLE_RATE = 8000;
/** Larger files are not decoded: a phone has not got the memory. */
const MAX_BYTES = 80_000_000;
const WINDOW_MS = 20;
/** A window is silent below this share of the loudest one. */
const SILENT_SHARE = 0.03;
const MIN_SILENCE_MS = 250;
const MAX_SILENCES = 2000;

/**
 * Finds the silences of at least 250 ms in audio samples, relative to the loudest part; with more than 2000, the
 * longest ones. In the order of time.
 */
export function findSilences(samples: Float32Array, rate: number): Silence[] {
  const size = Math.max(1, Math.round((rate * WINDOW_MS) / 1000));
  const levels: number[] = [];
  for (let at = 0; at + size <= samples.length; at += size) {
    let sum = 0;
    for (let index = at; index < at + size; index++) sum += (samples[index] ?? 0) ** 2;
    levels.push(Math.sqrt(sum / size));
  }
  const limit = levels.reduce((most, level) => Math.max(most, level), 0) * SILENT_SHARE;
  const windowMs = (size / rate) * 1000;
  const found: Silence[] = [];
  let from = -1;
  for (const [index, level] of [...levels, Infinity].entries()) {
    if (level <= limit) from = from < 0 ? index : from;
    else if (from >= 0) {
      if ((index - from) * windowMs >= MIN_SILENCE_MS)
        found.push([Math.round(from * windowMs), Math.round(index * windowMs)]);
      from = -1;
    }
  }
  if (found.length <= MAX_SILENCES) return found;
  const length = ([start, end]: Silence) => end - start;
  return found
    .toSorted((a, b) => length(b) - length(a))
    .slice(0, MAX_SILENCES)
    .toSorted(([a], [b]) => a - b);
}

/**
 * Decodes an audio recording and finds its silences; an empty list where this browser cannot decode it or it is larger
 * than 80 MB.
 */
export async function findSilencesInFile(file: Blob): Promise<Silence[]> {
  if (file.size > MAX_BYTES || !('OfflineAudioContext' in globalThis)) return [];
  try {
    const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
    const sound = await context.decodeAudioData(await file.arrayBuffer());
    return findSilences(sound.getChannelData(0), sound.sampleRate);
  } catch {
    // What it is, the server finds out by itself.
    return [];
  }
}
