import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { SERVER_MARK_HEADER } from '#shared/rules/server-mark.ts';

let local: TestApp;
let open: TestApp;
beforeAll(async () => {
  [local, open] = await Promise.all([
    createTestApp(),
    createTestApp({ publicUrl: 'https://envol.example' }),
  ]);
});
afterAll(() => Promise.all([local.close(), open.close()]));

/** The code of the answer to a call that changes something; the call itself is always refused later. */
async function post({ app }: TestApp, headers: Record<string, string>): Promise<string> {
  const response = await app.inject({ method: 'POST', url: '/api/waitlist', headers, payload: {} });
  return response.json<{ error: { code: string } }>().error.code;
}

describe('a call that changes something', () => {
  it.each([
    ['from the page of the same host', { host: 'localhost:3000', origin: 'http://localhost:3000' }],
    ['by address', { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }],
    ['by IPv6 address', { host: '[::1]:3000', origin: 'http://[::1]:3000' }],
    ['vouched for by the browser', { host: 'localhost', 'sec-fetch-site': 'same-origin' }],
  ])('%s is heard', async (_name, headers) => {
    expect(await post(local, headers)).toBe('invalid_input');
  });

  it.each([
    ['from another site', { host: 'localhost', origin: 'https://evil.example' }],
    ['from another port', { host: 'localhost:3000', origin: 'http://localhost:5000' }],
    ['from nowhere', { host: 'localhost', origin: 'null' }],
    ['without an Origin', { host: 'localhost' }],
    ['without an Origin but with a cookie', { host: 'localhost', cookie: 'envol.session=x' }],
    ['from a sister site', { host: 'localhost', 'sec-fetch-site': 'same-site' }],
    ['by a name pointed at us', { host: 'evil.example', origin: 'http://evil.example' }],
    ['by such a name, vouched for', { host: 'evil.example', 'sec-fetch-site': 'same-origin' }],
    [
      'from another site that claims to be ours',
      { host: 'localhost', origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
  ])('%s is refused', async (_name, headers) => {
    expect(await post(local, headers)).toBe('forbidden_origin');
  });

  it.each([
    'a@127.0.0.1:3000',
    '127.0.0.1:3000/x',
    '127.0.0.1:3000?x',
    '127.0.0.1:3000#x',
    'localhost\\x',
    'local%68ost',
    'ｌocalhost',
    'localhost:3000:4000',
    'localhost, localhost',
    '[::1',
  ])('to a host written as %j is refused', async (host) => {
    expect(await post(local, { host, 'sec-fetch-site': 'same-origin' })).toBe('forbidden_origin');
    const origin = URL.parse(`http://${host}`)?.origin ?? 'http://localhost';
    expect(await post(local, { host, origin })).toBe('forbidden_origin');
  });

  it('must come from PUBLIC_URL where that is set, whatever host it was sent to', async () => {
    const host = '10.0.0.7:3000';
    expect(await post(open, { host, origin: 'https://envol.example' })).toBe('invalid_input');
    expect(await post(open, { host, origin: `http://${host}` })).toBe('forbidden_origin');
  });
});

describe('headers', () => {
  it('keep scripts, frames and sniffing out of every reply', async () => {
    for (const url of ['/api/config', '/api/none', '/']) {
      const { headers } = await local.app.inject(url);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        // By it the browser knows the server's replies from a portal's.
        [SERVER_MARK_HEADER]: '1',
      });
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });

  it('ask for https for two years where people come by https', async () => {
    const { headers } = await open.app.inject('/api/config');
    expect(headers['strict-transport-security']).toContain('max-age=63072000');
  });

  it('let nobody store what the API answers', async () => {
    expect((await local.app.inject('/api/config')).headers['cache-control']).toBe('no-store');
  });
});
