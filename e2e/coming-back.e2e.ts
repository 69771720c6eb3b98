import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { passes } from '#server/features/billing/table.ts';
import type { Person } from '#server/testing/people.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { arriveAt, press, signIn } from './fixtures/steps.ts';
import { words } from './fixtures/words.ts';
import { aWorld } from './fixtures/world.ts';

const world = aWorld();

const say = words('en');
const inFrench = words('fr');

/** A phone in English, and somebody it may sign in as. */
async function phoneAnd(person: Person) {
  const own = await world.person(person);
  const phone = await world.stranger();
  const { page, visit } = phone;
  return {
    ...phone,
    own,
    fill: () => signIn(visit, own.email),
    carry: () => world.signIn(page, own),
  };
}

it('a profile in French is shown in French as soon as it has signed in', async () => {
  const { page, fill, complaints, close } = await phoneAnd({ language: 'fr' });
  await page.goto('/auth');
  await fill();
  await page
    .getByRole('link', { name: inFrench('app:nav.library') })
    .first()
    .waitFor();
  await page.locator('html[lang=fr]').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('whoever loses the sign-in is led back to it and on, and what waited is sent', async () => {
  const { page, visit, own, fill, carry, complaints, close } = await phoneAnd({});
  const id = (await own.call('GET /api/contents')).body.items[0]?.id ?? '';
  await carry();
  await page.clock.install();
  await page.goto(`/content/${id}`);
  const counted = page.waitForResponse((reply) => reply.url().endsWith('/api/listens'));
  await press(visit, 'player:complete.mark');
  await counted;
  await page.context().clearCookies();
  const isRating = (call: { url(): string }) => call.url().endsWith('/rating');
  const refused = page.waitForResponse(isRating);
  let ratings = 0;
  page.on('request', (request) => (ratings += Number(isRating(request))));
  // Not waited for: it leads away at once.
  await page.locator('label', { hasText: say('player:rating.very_helpful') }).click();
  expect((await refused).status()).toBe(401);
  await page.getByText(say('auth:lost')).waitFor();
  const next = new URL(page.url()).searchParams.get('next');
  await expectAccessible(page, 'sign-in after a lost session');
  // Whoever takes half a minute to sign in is not refused over and over meanwhile.
  await page.clock.fastForward(30_000);
  await page.evaluate(() => navigator.locks.request('envol-outbox', () => {}));
  expect(ratings).toBe(1);
  await fill();
  await page.waitForURL(`${world.site.url}${next}`);
  await expect
    .poll(async () => (await own.call('GET /api/contents/:id', { params: { id } })).body.rating)
    .toBe('very_helpful');
  expect(complaints).toEqual([]);
  await close();
});

it('a session opened again after a change of language is in the new one', async () => {
  const { page, visit, own, carry, close } = await phoneAnd({});
  const id = (await own.call('GET /api/contents')).body.items[0]?.id ?? '';
  await carry();
  await page.goto(`/content/${id}`);
  await page.locator('h1 [lang=en]').waitFor();
  await page.evaluate(() => history.pushState(null, '', '/profile?tab=settings'));
  await arriveAt(visit, 'profile:title');
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PATCH');
  await page.locator('label', { hasText: inFrench('common:language.fr') }).click();
  await saved;
  await page.goBack();
  await page.locator('h1 [lang=fr]').waitFor();
  await close();
});

it('whoever is signed in already reads as whom, and may go on or sign out', async () => {
  const { page, visit, own, carry, close } = await phoneAnd({});
  await carry();
  await page.goto('/auth?next=/profile');
  await arriveAt(visit, 'profile:title');
  await page.goto('/auth');
  await arriveAt(visit, 'auth:already.title');
  await page.getByText(own.email).waitFor();
  await expectAccessible(page, 'already signed in');
  await page.getByRole('link', { name: say('auth:goOn') }).click();
  await page.waitForURL(`${world.site.url}/`);
  await page.goBack();
  await press(visit, 'auth:already.signOut');
  await page.waitForURL(`${world.site.url}/`);
  await page.goto('/auth');
  await arriveAt(visit, 'auth:signIn.title');
  await close();
});

it('a session that the server refuses to count is not shown as completed', async () => {
  const { page, visit, own, carry, close } = await phoneAnd({});
  const id = (await own.call('GET /api/contents')).body.items[0]?.id ?? '';
  await carry();
  await page.goto(`/content/${id}`);
  await page.getByRole('button', { name: say('player:complete.mark') }).waitFor();
  await world.site.db.delete(passes).where(eq(passes.userId, own.id));
  await press(visit, 'player:complete.mark');
  await page.getByText(say('errors:pass_required')).waitFor();
  await page.getByRole('button', { name: say('player:complete.mark') }).waitFor();
  await close();
});

it('says when the subscription cannot be found out, and help stays open', async () => {
  const { page, visit, carry, close } = await phoneAnd({});
  await carry();
  await page.route('**/api/subscription-status', (route) => route.fulfill({ status: 500 }));
  await page.goto('/');
  await page.getByText(say('errors:subscription')).waitFor();
  await expectAccessible(page, 'subscription unknown');
  await page.getByRole('link', { name: say('app:unknown.contact') }).click();
  await arriveAt(visit, 'help:help.title');
  await page.goBack();
  await page.getByText(say('errors:subscription')).waitFor();
  await page.unroute('**/api/subscription-status');
  await press(visit, 'ui:actions.tryAgain');
  await page.getByText(say('errors:subscription')).waitFor({ state: 'detached' });
  await close();
});

it.each([
  ['/help', 'help:help.title'],
  ['/sos', 'help:sos.title'],
  ['/privacy', 'legal:privacy.title'],
  ['/terms', 'legal:terms.title'],
  ['/waitlist', 'landing:waitlist.title'],
  ['/no-such-page', 'ui:notFound.title'],
])('%s has its name in the browser’s tab', async (path, title) => {
  const { page, visit, carry, close } = await phoneAnd({});
  await carry();
  await page.goto(path);
  await arriveAt(visit, title);
  await expect.poll(() => page.title()).toBe(`${say(title)} · ${PRODUCT_NAME}`);
  await close();
});
