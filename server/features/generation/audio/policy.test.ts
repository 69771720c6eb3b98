import { describe, expect, it } from 'vitest';
import { createTestWav } from '#server/testing/test-wav.ts';
import { trimAndNormaliseSpeech, parseWavToMono } from './policy.ts';

const measure = (samples: Float32Array) =>
  20 * Math.log10(Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length));

describe('a spoken sentence', () => {
  it.each([0.02, 0.1, 0.9])('of a loudness of %d is levelled to that of the others', (level) => {
    const sound = parseWavToMono(createTestWav([{ seconds: 1, level }]));
    const levelled = sound && trimAndNormaliseSpeech(sound);
    expect(measure(levelled?.samples ?? new Float32Array())).toBeCloseTo(-20, 0);
  });

  it('loses the silence around it but for a moment', () => {
    const sound = parseWavToMono(
      createTestWav([
        { seconds: 1, level: 0 },
        { seconds: 0.5, level: 0.5 },
        { seconds: 2, level: 0 },
      ]),
    );
    const levelled = sound && trimAndNormaliseSpeech(sound);
    expect((levelled?.samples.length ?? 0) / 8000).toBeCloseTo(0.58, 1);
  });

  it('is none where there is no voice', () => {
    const sound = parseWavToMono(createTestWav([{ seconds: 1, level: 0 }]));
    expect(sound && trimAndNormaliseSpeech(sound)).toBeNull();
  });
});

describe('a WAV file', () => {
  it('is read although it was streamed and tells no length', () => {
    const file = createTestWav([{ seconds: 1, level: 0.5 }]);
    file.writeUInt32LE(0xffffffff, 40);
    expect(parseWavToMono(file)?.samples).toHaveLength(8000);
  });

  it.each([
    ['text', Buffer.from('{"error":"no"}'.repeat(10))],
    ['nothing', Buffer.alloc(0)],
    ['half a head', createTestWav([{ seconds: 1, level: 0.5 }]).subarray(0, 30)],
    ['no samples', createTestWav([])],
  ])('is not %s', (_what, file) => expect(parseWavToMono(file)).toBeNull());
});
