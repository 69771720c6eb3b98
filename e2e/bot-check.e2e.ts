import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createBotCheck } from '#server/features/bot-check/service.ts';
import { SECRET } from '#server/testing/dependencies.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { startSite } from './fixtures/site.ts';
import { arriveAt, PASSWORD, press, signIn, signUp } from './fixtures/steps.ts';
import { words } from './fixtures/words.ts';
import { aWorld } from './fixtures/world.ts';

// The bot check as people meet it: not at all, or as a letter. The site has both kinds set up; Google is on this machine.

let google: Server;
let asked: string[] = [];
/** The site, with Google on this machine. */
async function startWithGoogle() {
  google = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => asked.push(String(chunk)));
    request.on('end', () => response.end('{"success":true,"action":"waitlist","score":0.9}'));
  });
  await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
  const verifyUrl = `http://127.0.0.1:${(google.address() as AddressInfo).port}/siteverify`;
  const recaptcha = { siteKey: 'site-key', secretKey: 'secret-key', verifyUrl };
  const botCheck = createBotCheck({ secret: SECRET, recaptcha });
  return startSite({ botCheck });
}
const world = aWorld({ start: startWithGoogle });
beforeEach(() => {
  asked = [];
  world.site.letters.splice(0);
});
afterAll(async () => {
  google.closeAllConnections();
  await new Promise((resolve) => google.close(resolve));
});

/** Every address a page asked for. */
function requestsOf(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  return urls;
}
/** The path of the last link of this kind in our letters, with its secret. */
async function linkOf(page: string): Promise<string> {
  await world.site.workOff();
  const pattern = new RegExp(`${page}#[\\w-]+`);
  return (
    world.site.letters.flatMap(({ text }) => pattern.exec(text)?.[0] ?? []).at(-1) ?? 'no link'
  );
}
const isWork = (url: string) => /\/assets\/solve-.*\.js$/.test(url);
const isGoogle = (url: string) => url.includes('google.com');

describe('signing up', () => {
  it('passes the check without being asked anything, and nothing is loaded before', async () => {
    const phone = await world.stranger();
    const { page, visit } = phone;
    const requests = requestsOf(page);
    await page.goto('/auth?mode=sign-up');
    await arriveAt(visit, 'auth:signUp.title');
    expect(requests.filter(isWork)).toEqual([]);
    await signUp(visit, 'checked@example.org');
    await arriveAt(visit, 'onboarding:name.title');
    expect(requests.filter(isWork)).toHaveLength(1);
    expect(requests.filter(isGoogle)).toEqual([]);
    await world.site.workOff();
    expect(world.site.letters).toEqual([]);
    expect(phone.complaints).toEqual([]);
    await phone.close();
  });

  it.each([
    ['the work cannot be loaded', '**/assets/solve-*.js'],
    ['there is no challenge', '**/api/bot-check/challenge*'],
  ])('goes on by letter when %s', async (what, pattern) => {
    const phone = await world.stranger();
    const { page, visit } = phone;
    await page.route(pattern, (route) => route.abort());
    const email = `${what.replaceAll(' ', '-')}@example.org`;
    await page.goto('/auth?mode=sign-up');
    await signUp(visit, email);
    await page.getByText(visit.say('auth:confirmSignUp.sent', { email })).waitFor();
    await page.goto(await linkOf('/auth\\?mode=confirm-sign-up'));
    await page.getByLabel(visit.say('auth:confirmSignUp.label'), { exact: true }).fill(PASSWORD);
    await press(visit, 'auth:confirmSignUp.submit');
    await page.getByText(visit.say('auth:confirmSignUp.done')).waitFor();
    await page.goto('/auth');
    await signIn(visit, email);
    await arriveAt(visit, 'onboarding:name.title');
    await phone.close();
  });
});

describe('a forgotten password', () => {
  it('is asked for with a token', async () => {
    const phone = await world.stranger();
    const { page, visit } = phone;
    await page.goto('/auth?mode=forgot');
    await page.getByLabel(visit.say('auth:email'), { exact: true }).fill('forgot@example.org');
    const sent = page.waitForRequest('**/api/auth/forgot');
    await page.locator('main form button[type=submit]').click();
    const { botToken } = (await sent).postDataJSON() as { botToken: string };
    expect(botToken).toMatch(/^altcha\./);
    expect(phone.complaints).toEqual([]);
    await phone.close();
  });
});

describe.each([
  { language: 'en' as const, locale: 'en-GB', colorScheme: 'light' as const },
  { language: 'fr' as const, locale: 'fr-FR', colorScheme: 'dark' as const },
])('the waiting list ($language, $colorScheme)', ({ language, locale, colorScheme }) => {
  const say = words(language);
  const isListed = async (email: string) =>
    (await world.site.db.execute(`select language from waitlist where email = '${email}'`))
      .length === 1;

  async function ask(page: Page, email: string): Promise<void> {
    await page.goto('/waitlist');
    await page.getByLabel(say('landing:waitlist.email'), { exact: true }).fill(email);
    await page.getByRole('button', { name: say('landing:waitlist.send'), exact: true }).click();
  }

  it('takes an address on the prerendered page', async () => {
    const phone = await world.stranger({ locale, colorScheme });
    const { page } = phone;
    await ask(page, `prerendered.${language}@example.org`);
    await page.getByText(say('landing:waitlist.done')).waitFor();
    expect(await isListed(`prerendered.${language}@example.org`)).toBe(true);
    expect(phone.complaints).toEqual([]);
    await phone.close();
  });

  it('sends a letter where the check cannot run; one press in it takes the place, once', async () => {
    const phone = await world.stranger({ locale, colorScheme });
    const { page } = phone;
    const email = `letter.${language}@example.org`;
    await page.route('**/assets/solve-*.js', (route) => route.abort());
    await ask(page, email);
    await page.getByText(say('landing:waitlist.letter')).waitFor();
    expect(await isListed(email)).toBe(false);

    const link = await linkOf('/waitlist\\?mode=confirm');
    const confirm = page.getByRole('button', {
      name: say('landing:waitlist.confirm.send'),
      exact: true,
    });
    await page.goto(link);
    await page.getByText(say('landing:waitlist.confirm.lead')).waitFor();
    await expectAccessible(page, 'the confirmation of a place');
    await confirm.click();
    await page.getByText(say('landing:waitlist.done')).waitFor();
    await page.waitForURL(`${world.site.url}/waitlist`);
    expect(await isListed(email)).toBe(true);

    await page.goto('/help');
    await page.goto(link);
    await confirm.click();
    await page.getByText(say('landing:waitlist.confirm.expired')).waitFor();
    await page.getByLabel(say('landing:waitlist.email'), { exact: true }).waitFor();
    expect(phone.complaints).toEqual([]);
    await phone.close();
  });
});

describe('reCAPTCHA, where it is set up', () => {
  const api = `window.grecaptcha = {
    ready: (then) => then(),
    execute: (key, { action }) => Promise.resolve('from-google-' + key + '-' + action),
  };`;
  const consent = (functionalCookies: boolean, expiresAt: string) =>
    JSON.stringify({ functionalCookies, expiresAt });

  async function join(stored: string | null, email: string, blocked = false) {
    const phone = await world.stranger();
    const { page } = phone;
    const requests = requestsOf(page);
    await page.route('https://www.google.com/recaptcha/**', (route) =>
      blocked ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: api }),
    );
    await page.addInitScript((value) => {
      if (value) localStorage.setItem('envol-cookie-consent', value);
    }, stored);
    await page.goto('/waitlist');
    const say = words('en');
    await page.getByLabel(say('landing:waitlist.email'), { exact: true }).fill(email);
    await page.getByRole('button', { name: say('landing:waitlist.send'), exact: true }).click();
    await page.getByText(say('landing:waitlist.done')).waitFor();
    expect(phone.complaints).toEqual([]);
    await phone.close();
    return requests;
  }

  it('is asked by whoever agreed to functional cookies', async () => {
    const requests = await join(consent(true, '2099-01-01T00:00:00Z'), 'agreed@example.org');
    expect(requests.filter(isGoogle)).toHaveLength(1);
    expect(requests.filter(isWork)).toEqual([]);
    expect(asked).toEqual(['secret=secret-key&response=from-google-site-key-waitlist']);
  });

  it.each([
    ['has not chosen', null],
    ['refused', consent(false, '2099-01-01T00:00:00Z')],
    ['agreed longer ago than consent lasts', consent(true, '2020-01-01T00:00:00Z')],
  ])('is not even loaded for whoever %s', async (what, stored) => {
    const requests = await join(stored, `${what.replaceAll(' ', '-')}@example.org`);
    expect(requests.filter(isGoogle)).toEqual([]);
    expect(requests.filter(isWork)).toHaveLength(1);
    expect(asked).toEqual([]);
  });

  it('gives way to our own check when it is blocked', async () => {
    const stored = consent(true, '2099-01-01T00:00:00Z');
    const requests = await join(stored, 'blocked@example.org', true);
    expect(requests.filter(isWork)).toHaveLength(1);
    expect(asked).toEqual([]);
  });
});
