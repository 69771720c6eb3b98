import { open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bit rate in kbit/s, enough for one voice: 29 MB an hour. */
const KILOBITS = 64;
/** Length of sound encoded at a time, so that requests are answered in between. */
const CHUNK_SECONDS = 1;
/** How much is written at a time. */
const WRITTEN_BYTES = 64 * 1024;

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
  let waiting: Buffer[] = [];
  let bytes = 0;
  const flush = async () => {
    const all = Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
    await handle.write(all);
  };
  const add = (encoded: Uint8Array) => {
    // Copied: the encoder uses the same memory for the next one.
    waiting.push(Buffer.from(encoded));
    bytes += encoded.length;
  };
  return {
    async write(samples) {
      for (let at = 0; at < samples.length; at += size) {
        add(encoder.encode([samples.subarray(at, at + size)]));
        await (bytes >= WRITTEN_BYTES ? flush() : nextTurn());
      }
    },
    async end() {
      add(encoder.finalize());
      await flush();
      await handle.sync();
      return (await handle.stat()).size;
    },
    close: () => handle.close(),
  };
}
