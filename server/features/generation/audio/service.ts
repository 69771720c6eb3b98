import { open } from 'node:fs/promises';

/** Enough for one voice; an hour has 29 MB. */
const KILOBITS = 64;
/** A second of sound at a time, so that requests are answered meanwhile. */
const CHUNK_SECONDS = 1;

/** Writes sound into an MP3 file, bit by bit. */
export interface SoundFile {
  write: (samples: Float32Array) => Promise<void>;
  /** Ends the file; resolves to its size. */
  end: () => Promise<number>;
  close: () => Promise<void>;
}

/** Creates an MP3 file of one channel. */
export async function createSoundFile(file: string, rate: number): Promise<SoundFile> {
  const { createMp3Encoder } = await import('wasm-media-encoders');
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: rate, channels: 1, bitrate: KILOBITS });
  const handle = await open(file, 'w', 0o600);
  const size = rate * CHUNK_SECONDS;
  return {
    async write(samples) {
      for (let at = 0; at < samples.length; at += size) {
        // Copied: the encoder uses the same memory for the next one.
        await handle.write(Buffer.from(encoder.encode([samples.subarray(at, at + size)])));
      }
    },
    async end() {
      await handle.write(Buffer.from(encoder.finalize()));
      await handle.sync();
      return (await handle.stat()).size;
    },
    close: () => handle.close(),
  };
}
