// @module-tag whole

import { expect, it } from 'vitest';
import type { PersonOptions } from '#server/testing/people.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { findPlayableSession } from './fixtures/sessions.ts';
import { waitForHeading, pressButton, signIn } from './fixtures/steps.ts';
import { createTranslator } from './fixtures/translations.ts';
import { createTestSite } from './fixtures/test-site.ts';
import { SERVER_MARK_HEADERS } from '#web/lib/testing/server-replies.ts';

const testSite = createTestSite();

const t = createTranslator('en');
const inFrench = createTranslator('fr');

/** Creates an account and opens a device in English, with functions to sign in by the form or by cookie. */
async function openVisitorWithAccount(person: PersonOptions) {
  const own = await testSite.createPerson(person);
  const device = await testSite.openVisitor();
  const { page, visitor } = device;
  return {
    ...device,
    own,
    submitSignIn: () => signIn(visitor, own.email),
    addSessionCookie: () => testSite.authenticate(page, own),
  };
}

it('a profile in French is shown in French as soon as it has signed in', async () => {
  const { page, submitSignIn } = await openVisitorWithAccount({ language: 'fr' });
  await page.goto('/auth');
  await submitSignIn();
  await page
    .getByRole('link', { name: inFrench('app:nav.library') })
    .first()
    .waitFor();
  await page.locator('html[lang=fr]').waitFor();
});

it('whoever loses the sign-in is led back to it and on, and what waited is sent', async () => {
  const { page, visitor, own, submitSignIn, addSessionCookie } = await openVisitorWithAccount({});
  const { id } = await findPlayableSession(own);
  await addSessionCookie();
  await page.clock.install();
  await page.goto(`/content/${id}`);
  const counted = page.waitForResponse((reply) => reply.url().endsWith('/api/listens'));
  await pressButton(visitor, 'player:complete.mark');
  await counted;
  await page.context().clearCookies();
  const isRating = (call: { url(): string }) => call.url().endsWith('/rating');
  const refused = page.waitForResponse(isRating);
  let ratings = 0;
  page.on('request', (request) => (ratings += Number(isRating(request))));
  // Not waited for: it leads away at once.
  await page.locator('label', { hasText: t('player:rating.very_helpful') }).click();
  expect((await refused).status()).toBe(401);
  await page.getByText(t('auth:lost')).waitFor();
  // A person who takes half a minute to sign in is not refused over and over meanwhile. The machine’s own time is none of it.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.clock.fastForward(30_000);
  await page.evaluate(() => navigator.locks.request('envol-outbox', () => {}));
  expect(ratings).toBe(1);
  await page.clock.resume();
  const next = new URL(page.url()).searchParams.get('next');
  await expectAccessible(page, 'sign-in after a lost session');
  await submitSignIn();
  await page.waitForURL(`${testSite.server.url}${next}`);
  await expect
    .poll(async () => (await own.call('GET /api/contents/:id', { params: { id } })).body.rating)
    .toBe('very_helpful');
});

it('a session opened again after a change of language is in the new one', async () => {
  const { page, visitor, own, addSessionCookie } = await openVisitorWithAccount({});
  const { id } = await findPlayableSession(own);
  await addSessionCookie();
  await page.goto(`/content/${id}`);
  await page.locator('h1[lang=en]').waitFor();
  await page.evaluate(() => history.pushState(null, '', '/profile?tab=settings'));
  await waitForHeading(visitor, 'profile:title');
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PATCH');
  await page.locator('label', { hasText: inFrench('common:language.fr') }).click();
  await saved;
  await page.goBack();
  await page.locator('h1[lang=fr]').waitFor();
});

it('whoever is signed in already reads as whom, and may go on or sign out', async () => {
  const { page, visitor, own, addSessionCookie } = await openVisitorWithAccount({});
  await addSessionCookie();
  await page.goto('/auth?next=/profile');
  await waitForHeading(visitor, 'profile:title');
  await page.goto('/auth');
  await waitForHeading(visitor, 'auth:already.title');
  await page.getByText(own.email).waitFor();
  await expectAccessible(page, 'already signed in');
  await page.getByRole('link', { name: t('auth:goOn') }).click();
  await page.waitForURL(`${testSite.server.url}/`);
  await page.goto('/auth');
  await pressButton(visitor, 'auth:already.signOut');
  await page.waitForURL(`${testSite.server.url}/`);
  await page.goto('/auth');
  await waitForHeading(visitor, 'auth:signIn.title');
});

it('a session that the server refuses to count is not shown as completed', async () => {
  const { page, visitor, own, addSessionCookie } = await openVisitorWithAccount({});
  const { id } = await findPlayableSession(own);
  await addSessionCookie();
  await page.goto(`/content/${id}`);
  await page.getByRole('button', { name: t('player:complete.mark') }).waitFor();
  const json = { error: { code: 'conflict' } };
  await page.route('**/api/listens', (route) =>
    route.fulfill({ status: 409, headers: SERVER_MARK_HEADERS, json }),
  );
  await pressButton(visitor, 'player:complete.mark');
  await page.getByText(t('errors:conflict')).waitFor();
  await page.getByRole('button', { name: t('player:complete.mark') }).waitFor();
});

it('says when the subscription cannot be found out, and help stays open', async () => {
  const { page, visitor, addSessionCookie } = await openVisitorWithAccount({});
  await addSessionCookie();
  // The page comes without the answer, as when the server could not find it out then either.
  await page.route(`${testSite.server.url}/`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace('"/api/subscription-status":', '"":')
      .replace(/"rendered":\{[^}]*\}/, '"rendered":null');
    await route.fulfill({ response, body });
  });
  await page.route('**/api/subscription-status', (route) =>
    route.fulfill({ status: 500, headers: SERVER_MARK_HEADERS }),
  );
  await page.goto('/');
  await page.getByText(t('errors:subscription')).waitFor();
  await expectAccessible(page, 'subscription unknown');
  const foot = page.getByRole('contentinfo');
  for (const key of ['contract', 'withdraw'])
    await foot.getByRole('link', { name: t(`ui:footer.${key}`) }).waitFor();
  await foot.getByRole('link', { name: t('ui:footer.contact') }).click();
  await waitForHeading(visitor, 'feedback:contact.title');
  await page.goBack();
  await page.getByText(t('errors:subscription')).waitFor();
  await page.unroute('**/api/subscription-status');
  await pressButton(visitor, 'ui:actions.tryAgain');
  await page.getByText(t('errors:subscription')).waitFor({ state: 'detached' });
});

it.each([
  ['/help', 'help:help.title'],
  ['/sos', 'help:sos.title'],
  ['/privacy', 'legal:privacy.title'],
  ['/terms', 'legal:terms.title'],
  ['/waitlist', 'landing:waitlist.title'],
  ['/no-such-page', 'ui:notFound.title'],
])('%s has its name in the browser’s tab', async (path, title) => {
  const { page, visitor, addSessionCookie } = await openVisitorWithAccount({});
  await addSessionCookie();
  await page.goto(path);
  await waitForHeading(visitor, title);
  await expect.poll(() => page.title()).toBe(`${t(title)} · ${PRODUCT_NAME}`);
});
