export const SAMPLE_RATE = 8000;

/**
 * Creates a WAV file for tests (16 bit, mono, a tone of 440 Hz) from consecutive stretches; `level` is the loudness,
 * from 0 (silent) to 1.
 */
export function createTestWav(
  stretches: readonly { seconds: number; level: number }[],
  rate = SAMPLE_RATE,
): Buffer {
  const samples = stretches.flatMap(({ seconds, level }) =>
    Array.from({ length: Math.round(seconds * rate) }, (_, at) =>
      Math.round(level * 32_000 * Math.sin((at * 2 * Math.PI * 440) / rate)),
    ),
  );
  const file = Buffer.alloc(44 + samples.length * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples.length * 2, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples.length * 2, 40);
  for (const [index, sample] of samples.entries()) file.writeInt16LE(sample, 44 + index * 2);
  return file;
}
