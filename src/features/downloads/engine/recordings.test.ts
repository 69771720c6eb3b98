import { describe, expect, it, vi } from 'vitest';
import { readBodyWithProgress } from './recordings.ts';

const reply = (headers: Record<string, string>, ...parts: string[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    }),
    { headers },
  );

describe('reading a recording', () => {
  it('tells how far it is, byte by byte of what came', async () => {
    const told: unknown[] = [];
    const headers = { 'content-length': '10', 'content-type': 'audio/mpeg' };
    const file = await readBodyWithProgress(reply(headers, '0123', '456789'), (...at) =>
      told.push(at),
    );
    expect(told).toEqual([
      [0, 10],
      [4, 10],
      [10, 10],
    ]);
    expect([await file.text(), file.type]).toEqual(['0123456789', 'audio/mpeg']);
  });

  it('that breaks off is no recording', async () => {
    const broken = readBodyWithProgress(reply({ 'content-length': '10' }, '0123'), () => {});
    await expect(broken).rejects.toMatchObject({ code: 'network' });
  });

  it('that broke off goes on where it was', async () => {
    let begun = new Blob();
    const onBroken = (came: Blob) => void (begun = came);
    const broken = readBodyWithProgress(
      reply({ 'content-length': '10' }, '0123'),
      () => {},
      null,
      onBroken,
    );
    await expect(broken).rejects.toMatchObject({ code: 'network' });
    const told: unknown[] = [];
    const rest = reply({ 'content-length': '6' }, '456789');
    const file = await readBodyWithProgress(rest, (...at) => told.push(at), begun);
    expect([await file.text(), told]).toEqual([
      '0123456789',
      [
        [4, 10],
        [10, 10],
      ],
    ]);
  });

  it('of which no more comes is given up after a while, and what came is kept', async () => {
    vi.useFakeTimers();
    try {
      let begun = new Blob();
      const onBroken = (came: Blob) => void (begun = came);
      const silent = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('0123')),
      });
      const reading = readBodyWithProgress(new Response(silent), () => {}, null, onBroken);
      const broken = expect(reading).rejects.toMatchObject({ code: 'network' });
      await vi.advanceTimersByTimeAsync(30_000);
      await broken;
      expect(await begun.text()).toBe('0123');
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not hold a packed reply to the length of its pack', async () => {
    const headers = { 'content-length': '3', 'content-encoding': 'br' };
    const told: unknown[] = [];
    const file = await readBodyWithProgress(reply(headers, '0123456789'), (...at) => told.push(at));
    expect([file.size, told.at(-1)]).toEqual([10, [10, null]]);
  });
});
