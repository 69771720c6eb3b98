import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findSession } from './fixtures/sessions.ts';
import { pressButton } from './fixtures/steps.ts';
import { createTestSite } from './fixtures/test-site.ts';

const testSite = createTestSite({ keepsPages: true });

const START = { dashboard: '/', library: '/content-library' } as const;
/** What may be asked for before the page has its data: scripts, style, fonts, icon, and the document. */
const MAX_REQUESTS = 15;

/** Everything the page asks for from now on, as `GET /path`. */
function listen(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    asked.push(`${request.method()} ${pathname}${search}`);
  });
  return asked;
}

/** Without the scripts that the document does not name: they come once nothing else is to be done. */
const waitedFor = (asked: readonly string[], html: string) =>
  asked.filter((call) => !call.includes('.js') || html.includes(call.replace('GET ', '')));

const reads = (asked: readonly string[]) => asked.filter((call) => call.startsWith('GET /api/'));
const session = 'main a[href^="/content/"]';

describe.each(['en', 'fr'] as const)('somebody who is signed in, in %s,', (language) => {
  it.each(Object.entries(START))('has the %s without a call after it', async (_name, path) => {
    const { page } = await testSite.openSignedIn({ language });
    const asked = listen(page);
    const html = (await (await page.goto(path))?.text()) ?? '';
    await page.locator(session).first().waitFor();
    expect(reads(asked)).toEqual([]);
    expect(waitedFor(asked, html).length).toBeLessThanOrEqual(MAX_REQUESTS);
    await page.waitForLoadState('networkidle');
    expect(asked.filter((call, index) => asked.indexOf(call) !== index)).toEqual([]);
  });

  it('has a session without a call after its page', async () => {
    const { page, person } = await testSite.openSignedIn({ language });
    const { id } = await findSession(person);
    const asked = listen(page);
    const html = (await (await page.goto(`/content/${id}`))?.text()) ?? '';
    await page.locator(`h1 [lang=${language}]`).waitFor();
    expect(reads(asked)).toEqual([]);
    expect(waitedFor(asked, html).length).toBeLessThanOrEqual(MAX_REQUESTS);
  });
});

it('names every script that the dashboard waits for in its document', async () => {
  const { page } = await testSite.openSignedIn();
  const asked = listen(page);
  const html = (await (await page.goto('/'))?.text()) ?? '';
  await page.locator(session).first().waitFor();
  const scripts = asked.flatMap((call) => /assets\/[\w-]+\.js/.exec(call) ?? []);
  const named = scripts.filter((file) => html.includes(file));
  expect(named.length).toBeGreaterThan(3);
  expect(scripts.slice(0, named.length)).toEqual(named);
});

it('shows nothing of who was here once they signed out, not even by going back', async () => {
  const { page, visitor, person, t } = await testSite.openSignedIn({ name: 'Beryl' });
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: /Beryl/ }).waitFor();
  await page.goto('/profile?tab=settings');
  await pressButton(visitor, 'profile:signOut.button');
  await page.getByRole('heading', { level: 1, name: t('landing:hero.title') }).waitFor();
  await page.goBack();
  await page.waitForLoadState('networkidle');
  const { pathname } = new URL(page.url());
  const html = await page.content();
  expect([pathname, html.includes('Beryl'), html.includes(person.email)]).toEqual([
    pathname,
    false,
    false,
  ]);
});

it('the next person on a device begins with what is theirs', async () => {
  const { page } = await testSite.openSignedIn({ name: 'Beryl' });
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: /Beryl/ }).waitFor();
  await testSite.authenticate(page, await testSite.createPerson({ name: 'Amy' }));
  const html = (await (await page.reload())?.text()) ?? '';
  expect([html.includes('Amy'), html.includes('Beryl')]).toEqual([true, false]);
  await page.getByRole('heading', { level: 1, name: /Amy/ }).waitFor();
});
