import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SERVER_MARK_HEADERS } from '#web/lib/testing/server-replies.ts';
import { createAddress, pressButton, signUp, waitForHeading } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

// The rows of the specification (docs/specification.md) that no other journey meets.

const testSite = createTestSite();

const DAY_MS = 86_400_000;
const readStoredDecision = () =>
  JSON.parse(localStorage.getItem('envol-cookies') ?? 'null') as {
    choice: Record<string, boolean>;
    expiresAt: string;
  } | null;

/** Has the start page come without the server's answers and markup, as when the server could not find them out. */
async function serveBarePage(page: Page, urls: readonly string[]): Promise<void> {
  await page.route(`${testSite.server.url}/`, async (route) => {
    const response = await route.fetch();
    let body = (await response.text()).replace(/"rendered":\{[^}]*\}/, '"rendered":null');
    for (const url of urls) body = body.replace(`"${url}":`, '"":');
    await route.fulfill({ response, body });
  });
}

/** Holds up the calls to a URL until the function that it returns is called. */
async function holdCalls(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${url}`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

it('every call of somebody signed in carries the cookies and names them, and a decision has the payload specified', async () => {
  const { page, person, visitor, t } = await testSite.openSignedIn({}, { undecided: true });
  const calls: { url: string; headers: Promise<Record<string, string>> }[] = [];
  // Of one that a page gives up before it is sent, the browser tells no cookies.
  page.on('requestfinished', (request) => {
    const url = new URL(request.url()).pathname;
    if (url.startsWith('/api/')) calls.push({ url, headers: request.allHeaders() });
  });
  await page.goto('/');
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/cookie-consent'),
  );
  await pressButton(visitor, 'cookies:banner.accept');
  const decision = (await asked).postDataJSON() as Record<string, unknown>;
  expect(decision).toMatchObject({
    userId: person.id,
    consentGiven: true,
    necessaryCookies: true,
    analyticsCookies: true,
    marketingCookies: true,
    functionalCookies: true,
    userRegion: 'UK',
    ipAddress: expect.stringMatching(/^198\.18\./) as string,
    expiresAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
  });
  for (const key of ['library', 'programs', 'profile'])
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t(`app:nav.${key}`) })
      .first()
      .click();
  await waitForHeading(visitor, 'profile:title');
  const named = await Promise.all(
    calls.map(async ({ url, headers }) => {
      const { cookie, 'x-firebase-uid': uid, 'x-firebase-email': email } = await headers;
      return { url, hasCookie: cookie !== undefined, uid, email };
    }),
  );
  expect(named.length).toBeGreaterThan(4);
  for (const call of named)
    expect(call).toMatchObject({ hasCookie: true, uid: person.uid, email: person.email });
});

it('the preferences of a country without such a law begin with everything on, and hold though they cannot be saved', async () => {
  const { page, visitor, t } = await testSite.openVisitor({
    undecided: true,
    locale: 'en-US',
    timezoneId: 'America/New_York',
  });
  await page.route('**/api/cookie-consent', (route) =>
    route.fulfill({ status: 500, headers: SERVER_MARK_HEADERS }),
  );
  await page.goto('/help');
  await page
    .getByRole('contentinfo')
    .getByRole('button', { name: t('ui:footer.cookies') })
    .click();
  const boxes = ['analytics', 'marketing', 'functional'].map((name) =>
    page.getByRole('checkbox', { name: t(`cookies:dialog.${name}`) }),
  );
  for (const box of boxes) {
    await box.waitFor({ state: 'attached' });
    expect(await box.isChecked()).toBe(true);
  }
  await pressButton(visitor, 'cookies:dialog.save');
  await page.getByRole('region', { name: t('cookies:banner.title') }).waitFor({ state: 'hidden' });
  const stored = await page.evaluate(readStoredDecision);
  expect(stored?.choice).toEqual({ analytics: true, marketing: true, functional: true });
  const days = (Date.parse(stored?.expiresAt ?? '') - testSite.server.clock().getTime()) / DAY_MS;
  expect(Math.round(days)).toBeGreaterThanOrEqual(365);
  expect(Math.round(days)).toBeLessThanOrEqual(366);
});

it('two to six placeholders stand for the profile while it loads, and a spinner for the subscription', async () => {
  const { page, t } = await testSite.openSignedIn({ name: 'Ada' });
  await serveBarePage(page, ['/api/users/me', '/api/subscription-status']);
  const letProfileCome = await holdCalls(page, '/api/users/me');
  const letSubscriptionCome = await holdCalls(page, '/api/subscription-status');
  await page.goto('/');
  const skeleton = page.locator('main [data-skeleton]');
  await skeleton.waitFor();
  const count = Number(await skeleton.getAttribute('data-skeleton'));
  expect([2, 3, 4, 5, 6]).toContain(count);
  expect(await skeleton.locator('.skeleton').count()).toBe(count);
  letProfileCome();
  const spinner = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: t('ui:loading') });
  await spinner.locator('svg').waitFor();
  await skeleton.waitFor({ state: 'detached' });
  letSubscriptionCome();
  await page.getByRole('heading', { level: 1, name: /Ada/ }).waitFor();
});

it('a profile that cannot be created is tried again by itself, says what was answered, and is created by hand', async () => {
  const { page, visitor, t } = await testSite.openVisitor(SMALL_PHONE);
  const sent: unknown[] = [];
  let refusal: { status: number; body?: string } = { status: 500, body: 'no room left' };
  await page.route('**/api/users', (route) => {
    const uid = route.request().headers()['x-firebase-uid'];
    sent.push({ uid, ...(route.request().postDataJSON() as object) });
    return route.fulfill({ ...refusal, headers: SERVER_MARK_HEADERS });
  });
  /** Lets the time pass after which each of three further tries is made. */
  const waitForTries = async (before: number) => {
    for (const tries of [1, 2, 3, 4]) {
      await expect.poll(() => sent.length).toBe(before + tries);
      await page.clock.fastForward(10_000);
    }
  };
  await page.clock.install();
  await page.goto('/auth?mode=sign-up');
  const email = createAddress('not-created');
  await signUp(visitor, email);
  await waitForTries(0);
  await page.getByText('Failed to create user 500: no room left').waitFor();
  await waitForHeading(visitor, 'app:unknown.notCreated');
  await page.getByText(t('errors:server_error')).waitFor();
  expect(sent).toHaveLength(4);
  const uid = expect.stringMatching(/./) as string;
  const [name] = email.split('@');
  expect(sent[0]).toEqual({
    uid,
    firebaseUid: uid,
    name,
    email,
    signUpMethod: 'email',
    onboardingComplete: false,
    preferredLanguage: 'en',
  });
  refusal = { status: 507 };
  await pressButton(visitor, 'ui:actions.tryAgain');
  await waitForTries(4);
  await page.getByText('Failed to create user 507: Insufficient Storage').waitFor();
  await page.unroute('**/api/users');
  await pressButton(visitor, 'ui:actions.tryAgain');
  await waitForHeading(visitor, 'onboarding:name.title');
});

it('one message is in sight at a time, for five seconds', async () => {
  const { page, t } = await testSite.openSignedIn();
  let changes = 0;
  await page.route('**/api/users/me', (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    changes += 1;
    return route.fulfill({ status: 500, headers: SERVER_MARK_HEADERS });
  });
  await page.goto('/profile?tab=settings');
  await page.getByText(t('profile:streak.label')).waitFor();
  await page.clock.install();
  const message = page.locator('.toasts').getByText(t('errors:update_profile'));
  for (const _ of [1, 2]) {
    const refused = page.waitForResponse((reply) => reply.status() === 500);
    await page.getByText(t('profile:streak.label')).click();
    await refused;
    await message.waitFor();
    expect(await message.count()).toBe(1);
  }
  await page.clock.runFor(4_000);
  expect(await message.count()).toBe(1);
  await page.clock.runFor(1_500);
  await message.waitFor({ state: 'detached' });
  // A change that failed is not tried again by itself.
  expect(changes).toBe(2);
});

it('somebody awake at night is greeted by name, on one line of a small phone', async () => {
  const { page, t } = await testSite.openSignedIn({ name: 'Amelia' }, SMALL_PHONE);
  await page.clock.setFixedTime(new Date(`${testSite.server.inDays(0)}T22:30:00Z`));
  await page.goto('/');
  const greeting = page.getByRole('heading', {
    level: 1,
    name: t('home:greeting.night', { name: 'Amelia' }),
  });
  await greeting.waitFor();
  expect((await greeting.boundingBox())?.height).toBeLessThan(50);
});
