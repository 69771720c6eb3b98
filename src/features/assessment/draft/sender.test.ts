import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answers } from '../model.ts';
import { draftSender } from './sender.ts';

const lost = new Error('network');
const refused = new Error('consent_required');

/** A server that fails with the errors given, one a request, then takes everything. */
function start(errors: Error[] = []) {
  const received: Answers[] = [];
  const saved: Answers[] = [];
  const failed: unknown[] = [];
  const sender = draftSender<Answers>({
    save: async (answers) => {
      const error = errors.shift();
      if (error) throw error;
      received.push(answers);
    },
    isPassing: (error) => error === lost,
    onSaved: (answers) => saved.push(answers),
    onFailed: (error) => failed.push(error),
  });
  return { sender, received, saved, failed };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the draft on its way to the server', () => {
  it('goes once, with the latest answers, after a pause', async () => {
    const { sender, received, saved } = start();
    sender.queue({ fear_heights: 3 });
    sender.queue({ fear_heights: 4 });
    await vi.runAllTimersAsync();
    expect(received).toEqual([{ fear_heights: 4 }]);
    expect(saved).toEqual([{ fear_heights: 4 }]);
  });

  it('is sent again until the network takes it', async () => {
    const { sender, received, failed } = start([lost, lost]);
    sender.queue({ fear_heights: 0 });
    await vi.runAllTimersAsync();
    expect(failed).toEqual([lost, lost]);
    expect(received).toEqual([{ fear_heights: 0 }]);
  });

  it('is not sent again once it was refused', async () => {
    const { sender, received, failed } = start([refused]);
    sender.queue({ fear_heights: 5 });
    await vi.runAllTimersAsync();
    expect(failed).toEqual([refused]);
    expect(received).toEqual([]);
  });

  it('goes at once when asked, and says whether the server has it', async () => {
    const { sender } = start([lost]);
    sender.queue({ fear_heights: 5 });
    expect(await sender.flush()).toBe(false);
    expect(await sender.flush()).toBe(true);
  });

  it('is not with the server once it was refused, until it takes it after all', async () => {
    const { sender, received } = start([refused, refused]);
    sender.queue({ fear_heights: 5 });
    await vi.runAllTimersAsync();
    expect(await sender.flush()).toBe(false);
    expect(await sender.flush()).toBe(true);
    expect(received).toEqual([{ fear_heights: 5 }]);
  });

  it('does not come after the completed assessment', async () => {
    const { sender, received } = start();
    sender.queue({ fear_heights: 5 });
    await sender.drop();
    await vi.runAllTimersAsync();
    expect(received).toEqual([]);
  });
});
