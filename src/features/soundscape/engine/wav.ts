/** A sound as samples from -1 to 1: one array for each channel, all equally long, `rate` samples a second. */
export interface AudioSamples {
  rate: number;
  channels: readonly Float32Array[];
}

const HEADER_BYTES = 44;
const BYTES_EACH = 2;
const MAX_SAMPLE = 32_767;

/** Encodes samples as a WAV file of 16 bits; `gain` from 0 to 1 makes it quieter. */
export function encodeWav({ rate, channels }: AudioSamples, gain = 1): Blob {
  const count = channels.length;
  const length = channels[0]?.length ?? 0;
  const bytes = length * count * BYTES_EACH;
  const view = new DataView(new ArrayBuffer(HEADER_BYTES));
  const write = (at: number, text: string) => {
    for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i));
  };
  write(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + bytes, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, count, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * count * BYTES_EACH, true);
  view.setUint16(32, count * BYTES_EACH, true);
  view.setUint16(34, 8 * BYTES_EACH, true);
  write(36, 'data');
  view.setUint32(40, bytes, true);
  // Every device with a browser stores the low byte first, as the file does.
  const data = new Int16Array(length * count);
  for (const [side, samples] of channels.entries())
    for (let i = 0; i < length; i++)
      data[i * count + side] = Math.max(-1, Math.min(1, samples[i]! * gain)) * MAX_SAMPLE;
  return new Blob([view, data], { type: 'audio/wav' });
}
