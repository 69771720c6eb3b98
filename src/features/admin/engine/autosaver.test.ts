import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AUTOSAVE_DELAY_MS,
  AUTOSAVE_RETRY_MS,
  type Autosave,
  createAutosaver,
} from './autosaver.ts';

type Words = { text: string };
let sent: Autosave<Words>[];
let kept: (Words | null)[];
let fails: 'never' | 'once' | 'for good';
beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  kept = [];
  fails = 'never';
});
afterEach(() => {
  vi.useRealTimers();
});

const create = () =>
  createAutosaver<Words>({
    send: async (autosave) => {
      sent.push(autosave);
      if (fails === 'never') return;
      const error = new Error(fails);
      if (fails === 'once') fails = 'never';
      throw error;
    },
    isFinal: (error) => error instanceof Error && error.message === 'for good',
    onKept: (draft) => kept.push(draft),
  });
const texts = () => sent.map(({ draft }) => draft?.text ?? null);

describe('what is written in the studio', () => {
  it('reaches the server every few seconds while somebody types, the latest words at each time', async () => {
    const autosaver = create();
    for (const text of ['a', 'ab', 'abc']) autosaver.write(1, { text });
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY_MS);
    autosaver.write(1, { text: 'abcd' });
    await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY_MS);
    expect(texts()).toEqual(['abc', 'abcd']);
    expect(kept).toEqual([{ text: 'abc' }, { text: 'abcd' }]);
  });

  it('is taken back at once when it is saved or discarded, and nothing older follows', async () => {
    const autosaver = create();
    autosaver.write(1, { text: 'a' });
    autosaver.write(2, null);
    await vi.advanceTimersByTimeAsync(10 * AUTOSAVE_DELAY_MS);
    expect(texts()).toEqual([null]);
  });

  it('is sent at once when the page is left', async () => {
    const autosaver = create();
    autosaver.write(1, { text: 'a' });
    autosaver.flush();
    expect(texts()).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(10 * AUTOSAVE_DELAY_MS);
    expect(texts()).toEqual(['a']);
  });

  it('is sent again after a failure, in the words that are there by then, until the server has it', async () => {
    const autosaver = create();
    fails = 'once';
    autosaver.write(1, { text: 'a' });
    await vi.advanceTimersByTimeAsync(AUTOSAVE_DELAY_MS);
    expect(kept).toEqual([]);
    autosaver.write(1, { text: 'ab' });
    await vi.advanceTimersByTimeAsync(AUTOSAVE_RETRY_MS);
    expect(texts()).toEqual(['a', 'ab']);
    expect(kept).toEqual([{ text: 'ab' }]);
  });

  it('is not sent again when the server refuses it for good', async () => {
    const autosaver = create();
    fails = 'for good';
    autosaver.write(1, { text: 'a' });
    await vi.advanceTimersByTimeAsync(10 * AUTOSAVE_RETRY_MS);
    expect(texts()).toEqual(['a']);
  });
});
