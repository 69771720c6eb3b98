import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { buildCookieConsentBody } from '#server/testing/cookie-consent.ts';
import { TEST_SERVER_SECRET } from '#server/testing/dependencies.ts';
import { createBotCheck } from '#server/features/bot-check/service.ts';
import { findThirdPartyScriptIdProblems, listConfiguredThirdPartyScripts } from './policy.ts';

const ALL = {
  GOOGLE_ANALYTICS_ID: 'G-1A2B3C4D5E',
  GOOGLE_TAG_MANAGER_ID: 'GTM-1A2B3C4',
  GOOGLE_ADS_ID: 'AW-123456789',
  META_PIXEL_ID: '123456789012345',
  BREVO_CLIENT_KEY: 'a1b2c3d4e5f6a1b2c3d4e5f6',
  CRISP_WEBSITE_ID: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
  FRONT_CHAT_ID: 'a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4',
  CLARITY_ID: 'a1b2c3d4e5',
};
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ thirdPartyScripts: listConfiguredThirdPartyScripts(ALL) });
});
afterAll(() => test.close());

type Visitor = ReturnType<TestApp['createBrowser']>;
const decide = (visitor: Visitor, given: object) =>
  visitor.call('POST /api/cookie-consent', { body: buildCookieConsentBody(given) });
/** The content security policy of the page that a visitor opens next. */
const getPolicy = async (visitor: Visitor, path = '/') =>
  String((await visitor.get(path)).headers['content-security-policy']);

describe('the policy of a page', () => {
  it('opens for the scripts that its visitor allowed, and for no other', async () => {
    const visitor = test.createBrowser();
    const closed = await getPolicy(visitor);
    expect(closed).not.toMatch(/google|facebook|clarity|unsafe/);
    await decide(visitor, { marketingCookies: true });
    const open = await getPolicy(visitor);
    expect(open).toContain('https://connect.facebook.net');
    expect(open).toContain('https://cdn.brevo.com');
    expect(open).not.toMatch(/google-analytics|clarity|crisp|frontapp|unsafe/);
    await decide(visitor, {});
    expect(await getPolicy(visitor)).toBe(closed);
  });

  it('never opens the API, nor for anything inline', async () => {
    const visitor = test.createBrowser();
    await decide(visitor, { analyticsCookies: true });
    expect(await getPolicy(visitor)).toMatch(/^(?!.*unsafe).*googletagmanager/);
    const { headers } = await visitor.get('/api/config');
    expect(headers['content-security-policy']).not.toContain('google');
  });

  it('opens for what somebody signed in allowed once they have signed out, until the decision ends', async () => {
    const own = await test.createPerson();
    const getPolicyAfterSignOut = async () => {
      const cookie = own.cookie().replace(/envol\.session=[^;]*/, '');
      const reply = await test.app.inject({ url: '/', headers: { cookie } });
      return String(reply.headers['content-security-policy']);
    };
    await decide(own, { functionalCookies: true });
    const open = await getPolicyAfterSignOut();
    for (const host of ['clarity.ms', 'client.crisp.chat', 'chat-assets.frontapp.com'])
      expect(open).toContain(host);
    expect(open).not.toMatch(/google|facebook|brevo|unsafe/);
    const params = { id: own.id };
    await own.call('DELETE /api/cookie-consent/:id', { params });
    expect(await getPolicyAfterSignOut()).not.toContain('clarity.ms');
  });

  it('opens for nothing that somebody writes into the cookie themselves', async () => {
    const cookie = 'envol_allowed=constructor.__proto__.everything';
    const reply = await test.app.inject({ url: '/', headers: { cookie } });
    expect(reply.headers['content-security-policy']).not.toMatch(/google|facebook|clarity/);
  });
});

it('reCAPTCHA is allowed and removed like any other, where it is set up', async () => {
  const recaptcha = { siteKey: 'site-key', secretKey: 'secret-key' };
  const own = await createTestApp({
    botCheck: createBotCheck({ secret: TEST_SERVER_SECRET, recaptcha }),
  });
  onTestFinished(() => own.close());
  const visitor = own.createBrowser();
  const { scripts } = (await visitor.call('GET /api/scripts')).body;
  expect(scripts).toMatchObject([
    { name: 'recaptcha', category: 'functional', leaves: ['_grecaptcha', 'rc::'] },
  ]);
  expect(await getPolicy(visitor, '/auth')).not.toContain('google');
  await decide(visitor, { functionalCookies: true });
  const open = await getPolicy(visitor, '/auth');
  expect(open).toContain('https://www.google.com/recaptcha/');
  expect(open).not.toContain('unsafe');
});

it('the scripts are listed with their category, and none is configured by default', async () => {
  const { scripts } = (await test.createBrowser().call('GET /api/scripts')).body;
  expect(scripts.map(({ name, category }) => `${category}: ${name}`)).toEqual([
    'analytics: google-analytics',
    'analytics: google-tag-manager',
    'marketing: google-ads',
    'marketing: meta-pixel',
    'marketing: brevo',
    'functional: crisp',
    'functional: front',
    'functional: clarity',
  ]);
  expect(listConfiguredThirdPartyScripts({})).toEqual([]);
});

it.each(Object.keys(ALL))(
  '%s is refused where it is no id, for it gets into a policy',
  (setting) => {
    expect(
      findThirdPartyScriptIdProblems({ [setting]: "x; script-src 'unsafe-inline'" }),
    ).toHaveLength(1);
  },
);
