import { open } from 'node:fs/promises';
import { AppError } from '#server/http/errors.ts';
import type { Extension } from '../policy.ts';
import { type PictureSize, readPictureSize } from './policy.ts';

/** What a recording's own bytes say of it, whatever its name says. */
export interface ProbedRecording {
  extension: Extension;
  durationMs: number;
}

const SECOND_MS = 1000;
/** The shortest and the longest recording that is taken. */
const SHORTEST_MS = SECOND_MS;
const LONGEST_MS = 3 * 60 * 60 * SECOND_MS;
/** Bytes of sound a second that nothing sensible exceeds: a file that says so of itself is no recording. */
const LEAST_BYTES_PER_SECOND = 500;
const PROBE_MS = 20_000;
/** A portrait is shown at 160 pixels at most. */
const MAX_PICTURE_PIXELS = 2048;
const MAX_PICTURE_BYTES = 2_000_000;

/** Formats that every browser plays, by how they are recognised: the container, and the codec within it. */
const FORMATS: readonly { extension: Extension; container: RegExp; codec: RegExp }[] = [
  { extension: 'mp3', container: /^MPEG$/, codec: /layer 3/i },
  { extension: 'm4a', container: /M4A|mp4|isom/i, codec: /AAC/i },
  { extension: 'ogg', container: /^Ogg$/, codec: /Opus|Vorbis/i },
  { extension: 'wav', container: /^WAVE$/, codec: /^PCM$/ },
];

/**
 * Reads from a recording itself what it is and how long it lasts. Nothing of it is decoded, and pictures in it are not read.
 * @throws not_a_recording for another format, one that is cut off, or a length that can't be
 */
export async function probeRecording(file: string, bytes: number): Promise<ProbedRecording> {
  const { parseFile } = await import('music-metadata');
  const parsing = parseFile(file, { duration: true, skipCovers: true, skipPostHeaders: true });
  const deadline = AbortSignal.timeout(PROBE_MS);
  const late = new Promise<null>((resolve) =>
    deadline.addEventListener('abort', () => resolve(null), { once: true }),
  );
  const parsed = await Promise.race([parsing, late]).catch(() => null);
  const { container = '', codec = '', duration = 0, hasVideo } = parsed?.format ?? {};
  const known = FORMATS.find((one) => one.container.test(container) && one.codec.test(codec));
  const durationMs = Math.round(duration * SECOND_MS);
  const isTold = durationMs >= SHORTEST_MS && durationMs <= LONGEST_MS;
  const isFilled = bytes / duration >= LEAST_BYTES_PER_SECOND;
  if (!known || hasVideo || !isTold || !isFilled) throw new AppError('not_a_recording');
  return { extension: known.extension, durationMs };
}

/**
 * Reads from a picture itself what it is and how large. Only pictures made of points: what can carry scripts is refused.
 * @throws not_a_picture for another format; too_large
 */
export async function probePicture(file: string, bytes: number): Promise<PictureSize> {
  if (bytes > MAX_PICTURE_BYTES) throw new AppError('too_large');
  const handle = await open(file, 'r');
  try {
    const found = readPictureSize(await handle.readFile());
    if (!found) throw new AppError('not_a_picture');
    const { width, height } = found;
    if (Math.max(width, height) > MAX_PICTURE_PIXELS) throw new AppError('too_large');
    return found;
  } finally {
    await handle.close();
  }
}
