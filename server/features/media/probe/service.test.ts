import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '#server/root.ts';
import { probeRecording } from './service.ts';

const RECORDINGS = path.join(ROOT, 'server/testing/recordings');
const LENGTH_MS = 4500;
/** Encoders begin with a little of nothing, and end with a whole frame. */
const MOST_MORE_MS = 120;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'envol-probe-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Probes a share of a recording, from its beginning. */
async function probe(name: string, share = 1) {
  const whole = await readFile(path.join(RECORDINGS, name));
  const file = path.join(folder, name);
  const part = whole.subarray(0, Math.round(whole.length * share));
  await writeFile(file, part);
  return probeRecording(file, part.length);
}

describe('a recording', () => {
  it.each([
    ['aac.m4a', 'm4a'],
    ['aac-index-first.m4a', 'm4a'],
    ['vorbis.ogg', 'ogg'],
    ['opus.ogg', 'ogg'],
    ['vbr.mp3', 'mp3'],
  ])('of a usual encoder is taken with its format and its length: %s', async (name, extension) => {
    const found = await probe(name);
    expect(found.extension).toBe(extension);
    expect(found.durationMs).toBeGreaterThanOrEqual(LENGTH_MS);
    expect(found.durationMs).toBeLessThanOrEqual(LENGTH_MS + MOST_MORE_MS);
  });

  it.each(['flac.ogg', 'opus.webm', 'video.mp4'])(
    'that not every browser plays is refused: %s',
    async (name) => {
      await expect(probe(name)).rejects.toMatchObject({ code: 'not_a_recording' });
    },
  );

  it.each(['aac.m4a', 'aac-index-first.m4a', 'vbr.mp3'])(
    'of which only the beginning came is refused: %s',
    async (name) => {
      await expect(probe(name, 0.1)).rejects.toMatchObject({ code: 'not_a_recording' });
    },
  );

  it('that ends early is taken for as long as it is, which the studio holds against the script', async () => {
    expect((await probe('opus.ogg', 0.6)).durationMs).toBeLessThan(LENGTH_MS * 0.8);
  });
});
