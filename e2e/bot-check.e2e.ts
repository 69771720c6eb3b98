// @module-tag whole

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createBotCheck } from '#server/features/bot-check/service.ts';
import { TEST_SERVER_SECRET } from '#server/testing/dependencies.ts';
import { COOKIE_WORDING_VERSION } from '#shared/rules/cookie-consent.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { createAddress, waitForHeading, PASSWORD, pressButton, signUp } from './fixtures/steps.ts';
import { createTranslator } from './fixtures/translations.ts';
import { createTestSite } from './fixtures/test-site.ts';

// The bot check as people see it: nothing, or an e-mail. The site has both kinds set up; Google is on this machine.

let google: Server;
let asked: string[] = [];
/** Starts a server that asks a stand-in for Google on this machine. */
async function startWithGoogle() {
  google = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => asked.push(String(chunk)));
    request.on('end', () => response.end('{"success":true,"action":"waitlist","score":0.9}'));
  });
  await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
  const verifyUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}/siteverify`;
  const recaptcha = { siteKey: 'site-key', secretKey: 'secret-key', verifyUrl };
  const botCheck = createBotCheck({ secret: TEST_SERVER_SECRET, recaptcha });
  return startTestServer({ botCheck });
}
const testSite = createTestSite({ start: startWithGoogle });
type Device = Awaited<ReturnType<typeof testSite.openVisitor>>;
beforeEach(() => {
  asked = [];
  testSite.server.emails.splice(0);
});
afterAll(async () => {
  google.closeAllConnections();
  await new Promise((resolve) => google.close(resolve));
});

function recordRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  return urls;
}
/** Sends what waits to be sent; finds the last link to a page in the emails, with its secret. */
async function findLink(page: string): Promise<string> {
  await testSite.server.runJobs();
  const pattern = new RegExp(`${page}#[\\w-]+`);
  return (
    testSite.server.emails.flatMap(({ text }) => pattern.exec(text)?.[0] ?? []).at(-1) ?? 'no link'
  );
}
const isProofOfWork = (url: string) => /\/assets\/solve-.*\.js$/.test(url);
const isGoogle = (url: string) => url.includes('google.com');

describe('signing up', () => {
  it('passes the check without being asked anything, and nothing is loaded before', async () => {
    const device = await testSite.openVisitor();
    const { page, visitor } = device;
    const requests = recordRequests(page);
    await page.goto('/auth?mode=sign-up');
    await waitForHeading(visitor, 'auth:signUp.title');
    expect(requests.filter(isProofOfWork)).toEqual([]);
    await signUp(visitor, createAddress('checked'));
    await waitForHeading(visitor, 'onboarding:name.title');
    expect(requests.filter(isProofOfWork)).toHaveLength(1);
    expect(requests.filter(isGoogle)).toEqual([]);
    await testSite.server.runJobs();
    // One e-mail to confirm the address with, and nothing waits for it.
    expect(testSite.server.emails).toHaveLength(1);
  });

  it.each([
    ['the work cannot be loaded', '**/assets/solve-*.js'],
    ['there is no challenge', '**/api/bot-check/challenge*'],
  ])('continues by e-mail when %s', async (what, pattern) => {
    const device = await testSite.openVisitor();
    const { page, visitor } = device;
    await page.route(pattern, (route) => route.abort());
    const email = createAddress(what.replaceAll(' ', '-'));
    await page.goto('/auth?mode=sign-up');
    await signUp(visitor, email);
    await page.getByText(visitor.t('auth:confirmSignUp.sent', { email })).waitFor();
    await page.goto(await findLink('/auth\\?mode=confirm-sign-up'));
    await page.getByLabel(visitor.t('auth:confirmSignUp.label'), { exact: true }).fill(PASSWORD);
    await pressButton(visitor, 'auth:confirmSignUp.submit');
    await waitForHeading(visitor, 'onboarding:name.title');
  });
});

describe('a forgotten password', () => {
  it('is asked for with a token', async () => {
    const device = await testSite.openVisitor();
    const { page, visitor } = device;
    await page.goto('/auth?mode=forgot');
    await page.getByLabel(visitor.t('auth:email'), { exact: true }).fill(createAddress('forgot'));
    const sent = page.waitForRequest('**/api/auth/forgot');
    await page.locator('main form button[type=submit]').click();
    const { botToken } = (await sent).postDataJSON() as { botToken: string };
    expect(botToken).toMatch(/^altcha\./);
  });
});

describe.each([
  { language: 'en' as const, locale: 'en-GB', colorScheme: 'light' as const },
  { language: 'fr' as const, locale: 'fr-FR', colorScheme: 'dark' as const },
])('the waiting list ($language, $colorScheme)', ({ language, locale, colorScheme }) => {
  const t = createTranslator(language);
  const isListed = async (email: string) =>
    (await testSite.server.db.execute(`select language from waitlist where email = '${email}'`))
      .rows.length === 1;

  async function submitWaitlist(page: Page, email: string): Promise<void> {
    await page.goto('/waitlist');
    await page.getByLabel(t('landing:waitlist.email'), { exact: true }).fill(email);
    await page.getByRole('button', { name: t('landing:waitlist.send'), exact: true }).click();
  }

  it('takes an address on the prerendered page', async () => {
    const device = await testSite.openVisitor({ locale, colorScheme });
    const { page } = device;
    const email = createAddress('prerendered');
    await submitWaitlist(page, email);
    await page.getByText(t('landing:waitlist.emailed')).waitFor();
    expect(await isListed(email)).toBe(false);
  });

  it('sends an e-mail where the check cannot run; its link adds the entry, once', async () => {
    const device = await testSite.openVisitor({ locale, colorScheme });
    const { page } = device;
    const email = createAddress('email');
    await page.route('**/assets/solve-*.js', (route) => route.abort());
    await submitWaitlist(page, email);
    await page.getByText(t('landing:waitlist.emailed')).waitFor();
    expect(await isListed(email)).toBe(false);

    const link = await findLink('/waitlist\\?mode=confirm');
    const confirm = page.getByRole('button', {
      name: t('landing:waitlist.confirm.send'),
      exact: true,
    });
    await page.goto(link);
    await page.getByText(t('landing:waitlist.confirm.lead')).waitFor();
    await expectAccessible(page, 'the confirmation of a place');
    await confirm.click();
    await page.getByText(t('landing:waitlist.done')).waitFor();
    await page.waitForURL(`${testSite.server.url}/waitlist`);
    expect(await isListed(email)).toBe(true);

    await page.goto('/help');
    await page.goto(link);
    await confirm.click();
    await page.getByText(t('landing:waitlist.confirm.expired')).waitFor();
    await page.getByLabel(t('landing:waitlist.email'), { exact: true }).waitFor();
  });
});

describe('reCAPTCHA, where it is set up', () => {
  const api = `localStorage.setItem('_grecaptcha', '1');
  window.grecaptcha = {
    ready: (then) => then(),
    execute: (key, { action }) => Promise.resolve('from-google-' + key + '-' + action),
  };`;
  const decide = (functional: boolean, expiresAt: string) =>
    JSON.stringify({
      choice: { analytics: false, marketing: false, functional },
      userId: null,
      expiresAt,
      confirmedAt: '2026-11-01T00:00:00Z',
      wording: COOKIE_WORDING_VERSION,
    });

  async function joinWaitlist(
    stored: string | null,
    email: string,
    { blocked = false, after = async (_device: Device) => {} } = {},
  ) {
    const device = await testSite.openVisitor();
    const { page } = device;
    const requests = recordRequests(page);
    await page.route('https://www.google.com/recaptcha/**', (route) =>
      blocked ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: api }),
    );
    await page.addInitScript((value) => {
      if (value) localStorage.setItem('envol-cookies', value);
      else localStorage.removeItem('envol-cookies');
    }, stored);
    // What the server sets with a decision: the page may load what it allows.
    const allowed = { name: 'envol_allowed', value: 'functional', url: testSite.server.url };
    await page.context().addCookies([allowed]);
    await page.goto('/waitlist');
    const t = createTranslator('en');
    await page.getByLabel(t('landing:waitlist.email'), { exact: true }).fill(email);
    await page.getByRole('button', { name: t('landing:waitlist.send'), exact: true }).click();
    await page.getByText(t('landing:waitlist.emailed')).waitFor();
    await after(device);
    await device.close();
    return requests;
  }

  it('is asked by whoever agreed to functional cookies', async () => {
    const requests = await joinWaitlist(
      decide(true, '2099-01-01T00:00:00Z'),
      createAddress('agreed'),
    );
    expect(requests.filter(isGoogle)).toHaveLength(1);
    expect(requests.filter(isProofOfWork)).toEqual([]);
    expect(asked).toEqual(['secret=secret-key&response=from-google-site-key-waitlist']);
  });

  it('leaves nothing for whoever changes their mind', async () => {
    const after = async ({ page, visitor }: Device) => {
      const readLeft = () =>
        page.evaluate(() => ['grecaptcha' in window, '_grecaptcha' in localStorage]);
      expect(await readLeft()).toEqual([true, true]);
      const reloaded = page.waitForEvent('load');
      await pressButton(visitor, 'ui:footer.cookies');
      await pressButton(visitor, 'cookies:dialog.refuseAll');
      await reloaded;
      expect(await readLeft()).toEqual([false, false]);
    };
    await joinWaitlist(decide(true, '2099-01-01T00:00:00Z'), createAddress('withdrawn'), { after });
  });

  it.each([
    ['has not chosen', null],
    ['refused', decide(false, '2099-01-01T00:00:00Z')],
    ['agreed longer ago than a decision lasts', decide(true, '2020-01-01T00:00:00Z')],
  ])('is not even loaded for whoever %s', async (what, stored) => {
    const requests = await joinWaitlist(stored, createAddress(what.replaceAll(' ', '-')));
    expect(requests.filter(isGoogle)).toEqual([]);
    expect(requests.filter(isProofOfWork)).toHaveLength(1);
    expect(asked).toEqual([]);
  });

  it('gives way to our own check when it is blocked', async () => {
    const stored = decide(true, '2099-01-01T00:00:00Z');
    const requests = await joinWaitlist(stored, createAddress('blocked'), { blocked: true });
    expect(requests.filter(isProofOfWork)).toHaveLength(1);
    expect(asked).toEqual([]);
  });
});
