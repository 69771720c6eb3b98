import { open } from 'node:fs/promises';
import { AppError } from '#server/http/errors.ts';
import type { MediaExtension } from '../policy.ts';
import { type PictureSize, parsePictureSize } from './policy.ts';

/** The format and length of a recording, read from its content. */
export interface ProbedRecording {
  extension: MediaExtension;
  durationMs: number;
}

const SECOND_MS = 1000;
/** The shortest and the longest recording that is taken. */
const MIN_DURATION_MS = SECOND_MS;
const MAX_DURATION_MS = 3 * 60 * 60 * SECOND_MS;
/** Fewer bytes per second than this are no real recording. */
const LEAST_BYTES_PER_SECOND = 500;
const PROBE_MS = 20_000;
/** A portrait is shown at 160 pixels at most. */
const MAX_PICTURE_PIXELS = 2048;
const MAX_PICTURE_BYTES = 2_000_000;

/** Formats that every browser plays, by how they are recognised: the container, and the codec within it. */
const FORMATS: readonly { extension: MediaExtension; container: RegExp; codec: RegExp }[] = [
  { extension: 'mp3', container: /^MPEG$/, codec: /layer 3/i },
  { extension: 'm4a', container: /M4A|mp4|isom/i, codec: /AAC/i },
  { extension: 'ogg', container: /^Ogg$/, codec: /Opus|Vorbis/i },
  { extension: 'wav', container: /^WAVE$/, codec: /^PCM$/ },
];

/**
 * Reads the format and length of a recording of `bytes` bytes from its content, without decoding it.
 * @throws not_a_recording (another format, truncated, or shorter than 1 s or longer than 3 h)
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
  const isTold = durationMs >= MIN_DURATION_MS && durationMs <= MAX_DURATION_MS;
  const isFilled = bytes / duration >= LEAST_BYTES_PER_SECOND;
  if (!known || hasVideo || !isTold || !isFilled) throw new AppError('not_a_recording');
  return { extension: known.extension, durationMs };
}

/**
 * Reads the format and size of a picture of `bytes` bytes from its content. Only PNG, JPEG and WebP, which cannot
 * contain scripts.
 * @throws not_a_picture (another format); too_large (over 2 MB or 2,048 pixels)
 */
export async function probePicture(file: string, bytes: number): Promise<PictureSize> {
  if (bytes > MAX_PICTURE_BYTES) throw new AppError('too_large');
  const handle = await open(file, 'r');
  try {
    const found = parsePictureSize(await handle.readFile());
    if (!found) throw new AppError('not_a_picture');
    const { width, height } = found;
    if (Math.max(width, height) > MAX_PICTURE_PIXELS) throw new AppError('too_large');
    return found;
  } finally {
    await handle.close();
  }
}
