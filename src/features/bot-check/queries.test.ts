import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runBotCheck } from './queries.ts';
import { buildServerReply } from '#web/lib/testing/server-replies.ts';

// Around the check stand a server and a worker; what they do here is what goes wrong with them.

const challenge = { parameters: { nonce: 'ab' }, signature: 'cd' };
let patience: AbortController;
let reply: () => Promise<Response>;
let workers: FakeWorker[] = [];

class FakeWorker extends EventTarget {
  given: unknown = null;
  ended = false;
  constructor() {
    super();
    workers.push(this);
  }
  postMessage(message: unknown) {
    this.given = message;
  }
  terminate() {
    this.ended = true;
  }
  reply(data: unknown) {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}
const started = () => vi.waitUntil(() => workers.at(-1));

beforeEach(() => {
  patience = new AbortController();
  workers = [];
  reply = async () => buildServerReply({ challenge, recaptchaSiteKey: null });
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => patience.signal);
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) =>
    Promise.race([
      reply(),
      new Promise((_, reject) => {
        const give = () => reject(new Error('aborted'));
        if (signal?.aborted) give();
        signal?.addEventListener('abort', give);
      }),
    ]),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the bot check', () => {
  it('hands the challenge to a worker of its own, and ends it with its token', async () => {
    const token = runBotCheck('sign_up');
    const worker = await started();
    expect(worker.given).toEqual(challenge);
    worker.reply('altcha.token');
    expect(await token).toBe('altcha.token');
    expect(worker.ended).toBe(true);
  });

  it.each<[string, () => Promise<Response>]>([
    ['the network is gone', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['it was asked too often', async () => buildServerReply('{}', 429)],
    ['the server fails', async () => buildServerReply('oops', 500)],
    ['what comes is not JSON', async () => buildServerReply('<html>')],
    ['what comes is nothing', async () => buildServerReply('')],
  ])('is null when %s', async (_what, given) => {
    reply = given;
    expect(await runBotCheck('sign_up')).toBeNull();
    expect(workers).toEqual([]);
  });

  it('is null when the worker cannot be started', async () => {
    vi.stubGlobal('Worker', undefined);
    expect(await runBotCheck('sign_up')).toBeNull();
  });

  it('is null when the worker breaks, or finds nothing', async () => {
    const broken = runBotCheck('sign_up');
    (await started()).dispatchEvent(new Event('error'));
    expect(await broken).toBeNull();
    workers = [];
    const none = runBotCheck('sign_up');
    (await started()).reply(null);
    expect(await none).toBeNull();
  });

  it('is null when the server does not answer in time', async () => {
    reply = () => new Promise(() => undefined);
    const token = runBotCheck('sign_up');
    patience.abort();
    expect(await token).toBeNull();
  });

  it('is null when the work takes too long, and the worker ends', async () => {
    const token = runBotCheck('sign_up');
    const worker = await started();
    patience.abort();
    expect(await token).toBeNull();
    expect(worker.ended).toBe(true);
  });
});
