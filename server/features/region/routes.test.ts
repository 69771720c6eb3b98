import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { buildCookieConsentBody } from '#server/testing/cookie-consent.ts';
import { createLocationFinder } from './service.ts';

const PROXY = '198.18.0.1';
const FRENCH = '194.2.0.20';
let test: TestApp;
beforeAll(async () => {
  const trustedProxies = ['198.18.0.0/24', '2001:db8::/32'];
  const findLocation = await createLocationFinder({
    countryHeader: 'cf-ipcountry',
    trustedProxies,
    database: undefined,
  });
  test = await createTestApp({ trustedProxies, findLocation });
});
afterAll(() => test.close());

/** Asks for the place of a client, behind the proxy or at an address of its own. */
const ask = async (headers: Record<string, string> = {}, address = PROXY) =>
  (await test.createBrowser(address).call('GET /api/region', { headers })).body;

it.each([
  ['8.8.8.8', 'US'],
  [FRENCH, 'FR'],
  ['81.2.69.142', 'GB'],
  ['2001:4860:4860::8888', 'US'],
  ['127.0.0.1', null],
  ['10.1.2.3', null],
  ['fe80::1', null],
])('%s is in %s, by the bundled database', async (ip, country_code) =>
  expect(await ask({ 'x-forwarded-for': ip })).toEqual({ country_code, city: null, ip }),
);

it('the header of a trusted CDN is believed before the database', async () => {
  const client = { 'x-forwarded-for': '8.8.8.8' };
  expect(await ask({ ...client, 'cf-ipcountry': 'FR' })).toMatchObject({ country_code: 'FR' });
  for (const unknown of ['XX', 'T1', '', 'FRANCE', '<b>'])
    expect(await ask({ ...client, 'cf-ipcountry': unknown })).toMatchObject({
      country_code: 'US',
    });
});

it('the same header from anybody else is not believed', async () =>
  expect(await ask({ 'cf-ipcountry': 'FR' }, '8.8.8.8')).toMatchObject({ country_code: 'US' }));

it('a decision about cookies is kept with the region that the server sees, else with the browser’s guess', async () => {
  const decide = async (client: string) => {
    const body = buildCookieConsentBody({ userRegion: 'OTHER' });
    const headers = { 'x-forwarded-for': client };
    return (await test.createBrowser(PROXY).call('POST /api/cookie-consent', { body, headers }))
      .body.userRegion;
  };
  expect(await decide(FRENCH)).toBe('EU');
  expect(await decide('10.0.0.9')).toBe('OTHER');
});

it('a database that is not there stops the start', async () => {
  const sources = { countryHeader: undefined, trustedProxies: [], database: '/nonexistent.mmdb' };
  await expect(createLocationFinder(sources)).rejects.toThrow('ENOENT');
});

it('without a database that knows them, people are somewhere', async () => {
  const bare = await createTestApp();
  onTestFinished(() => bare.close());
  expect((await bare.createBrowser().call('GET /api/region')).body).toMatchObject({
    country_code: null,
  });
});
