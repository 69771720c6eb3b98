import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { requestBotCheckToken } from '#server/testing/bot-check.ts';
import { buildCookieConsentBody } from '#server/testing/cookie-consent.ts';
import { TEST_SERVER_SECRET } from '#server/testing/dependencies.ts';
import { type BotCheck, createBotCheck } from '../service.ts';
import { verifyAndConsumeBotCheckToken } from '../writes.ts';

// In Google's place, on this machine: it is asked over HTTP as Google is.
let google: Server;
let asked: Record<string, string>[] = [];
let answer: { status?: number; headers?: Record<string, string>; body?: string; hang?: boolean };
let botCheck: BotCheck;
let test: TestApp;

const good = { success: true, action: 'sign_up', score: 0.9, hostname: 'envol.example' };

beforeAll(async () => {
  google = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      asked.push(Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())));
      if (answer.hang) return;
      response.writeHead(answer.status ?? 200, answer.headers);
      response.end(answer.body ?? JSON.stringify(good));
    });
  });
  await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
  const verifyUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}/siteverify`;
  const recaptcha = { siteKey: 'site-key', secretKey: 'secret-key', verifyUrl, timeoutMs: 2000 };
  botCheck = createBotCheck({ secret: TEST_SERVER_SECRET, recaptcha });
  test = await createTestApp({ botCheck });
});
beforeEach(() => {
  asked = [];
  answer = {};
});
afterAll(async () => {
  await test.close();
  google.closeAllConnections();
  await new Promise((resolve) => google.close(resolve));
});

let tokens = 0;
const fresh = () => `recaptcha.token-${(tokens += 1)}`;
const human = (token = fresh()) =>
  verifyAndConsumeBotCheckToken({ botCheck }, test.db, 'sign_up', token, test.clock());

describe('a token of reCAPTCHA', () => {
  it('counts when Google says so, and Google is told nothing of the person', async () => {
    const token = fresh();
    expect(await human(token)).toBe(true);
    const response = token.slice('recaptcha.'.length);
    expect(asked).toEqual([{ secret: 'secret-key', response }]);
  });

  it('counts once, even if Google takes it twice', async () => {
    const token = fresh();
    const uses = await Promise.all(Array.from({ length: 20 }, () => human(token)));
    expect(uses.filter(Boolean)).toHaveLength(1);
  });

  it.each([
    ['for another action', { body: JSON.stringify({ ...good, action: 'feedback' }) }],
    ['with a low score', { body: JSON.stringify({ ...good, score: 0.4 }) }],
    ['without a score', { body: JSON.stringify({ ...good, score: undefined }) }],
    ['that Google refuses', { body: '{"success":false,"error-codes":["timeout-or-duplicate"]}' }],
    ['when Google is down', { status: 503 }],
    ['when Google sends elsewhere', { status: 302, headers: { location: '/siteverify?again' } }],
    ['when what comes is no JSON', { body: '<html>' }],
    ['when what comes is null', { body: 'null' }],
    ['when Google does not answer', { hang: true }],
  ])('counts for nothing %s', async (_what, given) => {
    answer = given;
    expect(await human()).toBe(false);
    expect(asked).toHaveLength(1);
  });

  it('counts for nothing when Google cannot be reached', async () => {
    const recaptcha = { siteKey: 'k', secretKey: 's', verifyUrl: 'http://127.0.0.1:9/siteverify' };
    const unreachable = createBotCheck({ secret: TEST_SERVER_SECRET, recaptcha });
    expect(await unreachable.verify('sign_up', fresh(), test.clock())).toBeNull();
  });
});

describe('where reCAPTCHA is set up', () => {
  it('our own check serves whoever did not agree to Google', async () => {
    expect(await human(await requestBotCheckToken(test.createBrowser(), 'sign_up'))).toBe(true);
    expect(asked).toEqual([]);
  });

  it('browsers are told its key, and pages of those who agreed may load it', async () => {
    const own = test.createBrowser();
    const { body } = await own.call('GET /api/bot-check/challenge', {
      query: { action: 'sign_up' },
    });
    expect(body.recaptchaSiteKey).toBe('site-key');
    const getPolicy = async () =>
      String((await own.get('/auth')).headers['content-security-policy']);
    expect(await getPolicy()).not.toContain('google');
    const decision = buildCookieConsentBody({ functionalCookies: true });
    await own.call('POST /api/cookie-consent', { body: decision });
    const policy = await getPolicy();
    expect(policy).toContain("script-src 'self' https://www.google.com/recaptcha/");
    expect(policy).toContain('frame-src https://www.google.com/recaptcha/');
  });

  it('and nowhere else', async () => {
    const without = await createTestApp({
      botCheck: createBotCheck({ secret: TEST_SERVER_SECRET }),
    });
    const { body, headers } = await without
      .createBrowser()
      .call('GET /api/bot-check/challenge', { query: { action: 'sign_up' } });
    expect(body.recaptchaSiteKey).toBeNull();
    expect(String(headers['content-security-policy'])).not.toContain('google');
    await without.close();
  });
});
