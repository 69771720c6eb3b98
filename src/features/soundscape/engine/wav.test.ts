import { expect, it } from 'vitest';
import { encodeWav } from './wav.ts';

it('writes what a player needs to know, and the channels in turn', async () => {
  const left = Float32Array.of(0, 0.5, -1);
  const right = Float32Array.of(1, 2, -0.5);
  const file = encodeWav({ rate: 32_000, channels: [left, right] });
  const view = new DataView(await file.arrayBuffer());
  const text = (at: number) => String.fromCharCode(...new Uint8Array(view.buffer, at, 4));
  expect([0, 8, 12, 36].map(text)).toEqual(['RIFF', 'WAVE', 'fmt ', 'data']);
  expect([view.byteLength, view.getUint32(4, true), view.getUint32(40, true)]).toEqual([
    56, 48, 12,
  ]);
  expect([view.getUint16(22, true), view.getUint32(24, true)]).toEqual([2, 32_000]);
  const samples = [0, 1, 2, 3, 4, 5].map((i) => view.getInt16(44 + 2 * i, true));
  expect(samples).toEqual([0, 32_767, 16_383, 32_767, -32_767, -16_383]);
});

it('is quieter by what it is asked', async () => {
  const file = encodeWav({ rate: 8_000, channels: [Float32Array.of(1)] }, 0.25);
  expect(new DataView(await file.arrayBuffer()).getInt16(44, true)).toBe(8_191);
});
