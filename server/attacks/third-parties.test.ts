import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listConfiguredThirdPartyScripts } from '#server/features/scripts/policy.ts';
import { createBotCheck } from '#server/features/bot-check/service.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { buildCookieConsentBody } from '#server/testing/cookie-consent.ts';
import { TEST_SERVER_SECRET } from '#server/testing/dependencies.ts';
import { ROUTES } from '#shared/rules/route-table.ts';

// Third parties look at a person's pages, with that person's consent to cookies.

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({
    thirdPartyScripts: listConfiguredThirdPartyScripts({
      GOOGLE_ANALYTICS_ID: 'G-1A2B3C4D5E',
      META_PIXEL_ID: '123456789012345',
      CLARITY_ID: 'a1b2c3d4e5',
    }),
    botCheck: createBotCheck({
      secret: TEST_SERVER_SECRET,
      recaptcha: { siteKey: 'site-key', secretKey: 'secret-key' },
    }),
  });
});
afterAll(() => test.close());

const EVERYTHING = buildCookieConsentBody({
  analyticsCookies: true,
  marketingCookies: true,
  functionalCookies: true,
});
type Browser = ReturnType<TestApp['createBrowser']>;
const getPolicy = async (browser: Browser, path: string) =>
  String((await browser.get(path)).headers['content-security-policy']);
const THIRD_PARTIES = /googletagmanager|google-analytics|facebook|clarity/;

const PUBLIC = ['/', '/help', '/privacy', '/terms', '/licences', '/waitlist', '/read'];
const listPages = () =>
  ROUTES.map(({ path }) => path.replace(/:\w+\??$/, 'anything')).concat('/nothing-here');

describe('after consent to everything', () => {
  it('the public pages open for third parties to a visitor, and no other page does', async () => {
    const visitor = test.createBrowser();
    await visitor.call('POST /api/cookie-consent', { body: EVERYTHING });
    for (const path of [...PUBLIC, '/read/turbulence'])
      expect(await getPolicy(visitor, path), path).toMatch(THIRD_PARTIES);
    const others = listPages().filter(
      (path) => !PUBLIC.includes(path) && path !== '/read/anything',
    );
    expect(others).toContain('/sos');
    for (const path of [...others, '/%73os', '/service-worker.js', '/read/a/b'])
      expect(await getPolicy(visitor, path), path).not.toMatch(THIRD_PARTIES);
  });

  it.each(['pass', 'admin'] as const)('no page opens to somebody signed in: %s', async (state) => {
    const own = await test.createPerson({ state });
    await own.call('POST /api/cookie-consent', { body: { ...EVERYTHING, userId: own.id } });
    for (const path of listPages()) {
      const policy = await getPolicy(own, path);
      expect(policy, path).not.toMatch(THIRD_PARTIES);
      expect(policy, path).not.toContain('recaptcha');
    }
    expect((await own.call('GET /api/scripts')).body.mayLoad).toBe(false);
    expect((await test.createBrowser().call('GET /api/scripts')).body.mayLoad).toBe(true);
  });

  it('reCAPTCHA may run beside a visitor’s forms, and nowhere else', async () => {
    const visitor = test.createBrowser();
    await visitor.call('POST /api/cookie-consent', { body: EVERYTHING });
    const forms = ['/auth', '/waitlist', '/contact'];
    for (const path of forms) expect(await getPolicy(visitor, path), path).toContain('/recaptcha/');
    for (const { path } of ROUTES)
      if (!forms.includes(path) && !path.includes(':'))
        expect(await getPolicy(visitor, path), path).not.toContain('/recaptcha/');
  });
});
