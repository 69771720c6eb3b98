import { open } from 'node:fs/promises';

/** Bit rate in kbit/s, enough for one voice: 29 MB an hour. */
const KILOBITS = 64;
/** Length of sound encoded at a time, so that requests are answered in between. */
const CHUNK_SECONDS = 1;

export interface Mp3File {
  write: (samples: Float32Array) => Promise<void>;
  /** Completes the file and flushes it to the disk; resolves to its size in bytes. Call `close` as well. */
  end: () => Promise<number>;
  close: () => Promise<void>;
}

/** Creates or overwrites a mono MP3 file with `rate` samples a second, and returns the functions that write to it. */
export async function createMp3File(file: string, rate: number): Promise<Mp3File> {
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
