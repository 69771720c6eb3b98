import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUniformCookieChoice } from '#shared/rules/cookie-consent.ts';
import { reconcileCookieDecision, saveCookieDecision } from './queries.ts';
import { readCookieDecisionOrRemoveInvalid } from './store.ts';
import { buildServerReply } from '#web/lib/testing/server-replies.ts';

// A device and its server, which answers as told; `sent` collects the requests.

const ME = '019a0000-0000-7000-8000-000000000001';
const ALL = createUniformCookieChoice(true);
const NONE = createUniformCookieChoice(false);
const LATER = '2099-01-01T00:00:00.000Z';

let sent: { method: string; url: string; body: Record<string, unknown> | null }[];
let answer: () => Promise<Response>;
beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  });
  sent = [];
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit) => {
    sent.push({ method, url, body: typeof body === 'string' ? JSON.parse(body) : null });
    return answer();
  });
});
afterEach(() => void vi.unstubAllGlobals());

const reply = (allowed: boolean, userId: string | null = ME, expiresAt = LATER) =>
  buildServerReply({
    userId,
    consentGiven: allowed,
    necessaryCookies: true,
    analyticsCookies: allowed,
    marketingCookies: allowed,
    functionalCookies: allowed,
    userRegion: 'EU',
    ipAddress: '203.0.113.0',
    consentTimestamp: '2026-11-23T00:00:00.000Z',
    expiresAt,
  });
const refuse = (status: number) => () => Promise.resolve(buildServerReply('{}', status));

it('a decision is sent with the region of the country that the server told, and the address it saw', async () => {
  vi.resetModules();
  const fresh = await import('./queries.ts');
  const place = { country_code: 'FR', city: null, ip: '203.0.113.7' };
  answer = () =>
    Promise.resolve(sent.at(-1)?.url === '/api/region' ? buildServerReply(place) : reply(true));
  await fresh.saveCookieDecision(ALL, ME);
  expect(sent.at(-1)?.body).toMatchObject({ userRegion: 'EU', ipAddress: '203.0.113.7' });
});

describe('a decision that cannot be saved', () => {
  it.each([
    ['the network is gone', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the server fails', refuse(500)],
  ])('holds on the device when %s, and is sent the next time', async (_what, failure) => {
    answer = failure;
    await saveCookieDecision(ALL, ME);
    expect(readCookieDecisionOrRemoveInvalid(new Date())).toMatchObject({
      choice: ALL,
      confirmedAt: null,
    });
    expect(await reconcileCookieDecision(ME)).toMatchObject({ choice: ALL, confirmedAt: null });
    answer = () => Promise.resolve(reply(true));
    expect(await reconcileCookieDecision(ME)).toMatchObject({ choice: ALL, userId: ME });
    expect(sent.at(-1)).toMatchObject({ method: 'POST', body: { source: 'chosen' } });
    expect(readCookieDecisionOrRemoveInvalid(new Date())?.confirmedAt).not.toBeNull();
  });
});

describe('the decision of somebody signed in', () => {
  it.each([
    ['there is none', refuse(404)],
    ['it cannot be loaded', refuse(500)],
    ['the network is gone', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is none when %s', async (_what, failure) => {
    answer = failure;
    expect(await reconcileCookieDecision(ME)).toBeNull();
    expect(sent).toMatchObject([{ method: 'GET', url: `/api/cookie-consent/${ME}` }]);
  });

  it('is the server’s, and is ended there once it has expired', async () => {
    answer = () => Promise.resolve(reply(true));
    expect(await reconcileCookieDecision(ME)).toMatchObject({ choice: ALL });
    localStorage.removeItem('envol-cookies');
    answer = () => Promise.resolve(reply(true, ME, '2020-01-01T00:00:00.000Z'));
    expect(await reconcileCookieDecision(ME)).toBeNull();
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'DELETE']);
  });

  it.each([
    ['refused', () => Promise.resolve(reply(false)), NONE],
    ['ended', refuse(404), undefined],
  ])(
    'that was %s on another device holds at the next request',
    async (_what, elsewhere, choice) => {
      answer = () => Promise.resolve(reply(true));
      await saveCookieDecision(ALL, ME);
      answer = elsewhere;
      expect((await reconcileCookieDecision(ME))?.choice).toEqual(choice);
      expect(readCookieDecisionOrRemoveInvalid(new Date())?.choice).toEqual(choice);
    },
  );

  it('that refuses everything is not asked for again within the hour: nothing could be stricter', async () => {
    answer = () => Promise.resolve(reply(false));
    await saveCookieDecision(NONE, ME);
    sent.length = 0;
    expect(await reconcileCookieDecision(ME)).toMatchObject({ choice: NONE });
    expect(sent).toEqual([]);
  });

  it('is the device’s while the server cannot be asked', async () => {
    answer = () => Promise.resolve(reply(true));
    await saveCookieDecision(ALL, ME);
    answer = refuse(500);
    expect(await reconcileCookieDecision(ME)).toMatchObject({ choice: ALL });
  });

  it('begins with what they chose on this device before, which the server may make stricter', async () => {
    answer = () => Promise.resolve(reply(true, null));
    await saveCookieDecision(ALL, null);
    answer = () => Promise.resolve(reply(false));
    expect(await reconcileCookieDecision(ME)).toMatchObject({ choice: NONE, userId: ME });
    expect(sent.at(-1)?.body).toMatchObject({ source: 'joined', userId: ME });
  });
});

it('a visitor’s decision is the device’s, and nothing is asked', async () => {
  expect(await reconcileCookieDecision(null)).toBeNull();
  answer = () => Promise.resolve(reply(true, null));
  await saveCookieDecision(ALL, null);
  sent.length = 0;
  expect(await reconcileCookieDecision(null)).toMatchObject({ choice: ALL, userId: null });
  expect(sent).toEqual([]);
});
