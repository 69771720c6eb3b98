import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectAccessible, hasFocus } from './fixtures/browser.ts';
import type { Visitor } from './fixtures/steps.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { journeyClock } from './fixtures/journey-date.ts';
import { createTestSite, WALKED_LANGUAGES } from './fixtures/test-site.ts';

const testSite = createTestSite();

/** How many sessions the content folder has, of one category or of all. */
function countSessions(category?: string): number {
  const folder = path.join(import.meta.dirname, '../content/sessions');
  const sessions = readdirSync(folder).map(
    (slug) =>
      JSON.parse(readFileSync(path.join(folder, slug, 'session.json'), 'utf8')) as {
        category: string;
      },
  );
  return sessions.filter((session) => !category || session.category === category).length;
}

const SEARCHES = {
  en: {
    begun: 'turbul',
    wrong: 'trubulence',
    nothing: 'zzzzz',
    title: 'What turbulence is, and why wings bend',
    word: 'fear',
  },
  fr: {
    begun: 'turbul',
    wrong: 'trubulence',
    nothing: 'zzzzz',
    title: 'Ce que fait l’aile',
    word: 'peur',
  },
};

/** The order in which the sessions are said to be. */
const readOrder = ({ page, t }: Visitor) =>
  page
    .getByRole('navigation', { name: t('library:sort.label') })
    .locator('[aria-current]')
    .textContent();

describe.each(WALKED_LANGUAGES)('in %s', (language) => {
  it('a session is found while its name is typed, opened, and the search is there on return', async () => {
    const { page, t } = await testSite.openSignedIn({ language });
    const { begun, wrong, nothing, title } = SEARCHES[language];

    await page.goto('/content-library');
    const field = page.getByLabel(t('library:search.label'));
    const wing = page.getByRole('link', { name: title });
    await page.locator('main li a[href^="/content/"]').nth(19).waitFor();
    await field.fill(begun);
    await page.waitForURL(/q=turbul/);
    await expect.poll(() => readOrder({ page, t })).toBe(t('library:sort.relevance'));
    // Until what was found is there, the former list is, whose links go while they are pressed.
    await page.locator('main [aria-busy="false"]').waitFor();
    await wing.waitFor();
    await expectAccessible(page, 'the library, searched');

    await wing.click();
    await page.waitForURL(/\/content\//);
    await page.goBack();
    await page.waitForURL(/q=turbul/);
    await expect.poll(() => field.inputValue()).toBe(begun);
    await wing.waitFor();

    await field.fill(wrong);
    await page.getByText(t('library:search.near', { words: wrong })).waitFor();
    await field.fill(nothing);
    await page.getByText(t('library:search.none', { words: nothing })).waitFor();
    await expectAccessible(page, 'the library, with nothing found');
    await page.getByRole('link', { name: t('library:empty.action') }).click();
    await page.locator('main li a[href^="/content/"]').nth(19).waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    expect(await readOrder({ page, t })).toBe(t('library:sort.newest'));
    expect(await page.getByRole('link', { name: t('library:sort.relevance') }).count()).toBe(0);

    const clear = page.getByRole('button', { name: t('library:search.clear') });
    expect(await clear.count()).toBe(0);
    await field.fill(nothing);
    await page.waitForURL(/q=zzzzz/);
    const { width, height } = (await clear.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await clear.click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    expect(await field.inputValue()).toBe('');
    expect(await hasFocus(field)).toBe(true);
    expect(await clear.count()).toBe(0);

    await page.getByRole('link', { name: t('library:filter.podcast') }).click();
    await page.waitForURL(/content-library\/podcast/);
    // The list goes on as it is scrolled.
    const end = page.getByText(t('library:end', { count: countSessions('podcast') }));
    const scrollOn = async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      return end.isVisible();
    };
    await expect.poll(scrollOn).toBe(true);
  });

  it('who goes back finds the place they left, however far down, and the link they followed', async () => {
    const { page, t } = await testSite.openSignedIn({ language });
    await page.goto('/content-library');
    const sessions = page.locator('main li a[href^="/content/"]');
    await sessions.nth(19).waitFor();
    const end = page.getByText(t('library:end', { count: countSessions() }));
    await expect
      .poll(async () => {
        await sessions.last().scrollIntoViewIfNeeded();
        return end.isVisible();
      })
      .toBe(true);
    const far = sessions.nth(33);
    await far.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(2000);
    const href = await far.getAttribute('href');

    await far.click();
    await page.waitForURL(/\/content\//);
    await page.locator('main h1').waitFor();
    await page.waitForFunction(() => scrollY === 0);
    await page.goBack();
    await page.waitForFunction((to) => Math.abs(scrollY - to) < 2, place);
    await page.waitForFunction((to) => document.activeElement?.getAttribute('href') === to, href);

    await page.goForward();
    await page.waitForURL(/\/content\//);
    await page.waitForFunction(() => scrollY === 0);
  });

  it('the player’s own arrow leads back to the search, its order, the place and the link', async () => {
    const { page, t } = await testSite.openSignedIn({ language });
    const { word } = SEARCHES[language];
    await page.goto('/');
    await page
      .getByRole('link', { name: t('app:nav.library') })
      .first()
      .click();
    await page.getByLabel(t('library:search.label')).fill(word);
    await page.waitForURL(/q=/);
    await page.getByRole('link', { name: t('library:sort.shortest') }).click();
    await page.waitForURL(/sort=shortest/);
    const left = page.url();
    const sessions = page.locator('main li a[href^="/content/"]');
    await expect.poll(() => readOrder({ page, t })).toBe(t('library:sort.shortest'));
    await page.locator('main [aria-busy="false"]').waitFor();
    const far = sessions.nth(12);
    await far.scrollIntoViewIfNeeded();
    const place = await page.evaluate(() => scrollY);
    expect(place).toBeGreaterThan(300);
    const href = await far.getAttribute('href');

    await far.click();
    await page.waitForURL(/\/content\//);
    await page.locator('main h1').waitFor();
    // Also after the page was loaded anew.
    await page.reload();
    await page
      .getByRole('link', { name: t('player:back') })
      .first()
      .click();
    await page.waitForURL(left);
    await expect.poll(() => page.getByLabel(t('library:search.label')).inputValue()).toBe(word);

    await sessions.nth(12).waitFor();
    await far.scrollIntoViewIfNeeded();
    const again = await page.evaluate(() => scrollY);
    await far.click();
    await page.waitForURL(/\/content\//);
    await page.waitForFunction(() => scrollY === 0);
    await page
      .getByRole('link', { name: t('player:back') })
      .first()
      .click();
    await page.waitForURL(left);
    await page.waitForFunction((to) => Math.abs(scrollY - to) < 2, again);
    await page.waitForFunction((to) => document.activeElement?.getAttribute('href') === to, href);

    // From elsewhere it leads back there, and says no more than that.
    await page.goto('/');
    await page.locator('main a[href^="/content/"]').first().click();
    await page.getByRole('link', { name: t('ui:actions.back'), exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/');
  });
});

it('shows what is for the seat first on the day of a flight, and filters by where one is and by what frightens most on every day', async () => {
  const person = await testSite.createPerson({ language: 'en' });
  const { page, t } = await testSite.openDeviceFor(person, { language: 'en' });
  const timeZone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await page.goto('/content-library');
  await page.getByText(t('library:place.label')).click();
  await page.getByRole('link', { name: t('library:place.turbulence'), exact: true }).click();
  await page.getByText('When the plane drops').first().waitFor();
  expect(page.url()).toContain('for=turbulence');
  await page.getByText(t('library:fear.label')).click();
  await page.getByRole('link', { name: t('library:fear.shaking'), exact: true }).click();
  await page.waitForURL(/for=turbulence&fear=shaking/);
  await page.getByText('When the plane drops').first().waitFor();
  // The other filters keep it, and it is in the address that a link or going back opens.
  await page.getByRole('link', { name: t('library:filter.meditation'), exact: true }).click();
  await page.waitForURL(/meditation\?for=turbulence&fear=shaking/);
  await page.goBack();
  await page.reload();
  await page.getByText('When the plane drops').first().waitFor();
  expect(page.url()).toContain('fear=shaking');
  await expectAccessible(page, 'the library by place');
  // Who wants to be rid of a pass looks for it here too.
  await page.getByRole('searchbox').fill('cancel my pass');
  const pass = page.getByRole('main').getByRole('link', { name: t('asked:yours'), exact: true });
  expect(await pass.getAttribute('href')).toBe('/subscription');
  await page.getByRole('searchbox').fill('cancel my flight');
  const article = page.getByRole('link', { name: t('asked:articles.thinking-of-cancelling') });
  expect(await article.getAttribute('href')).toContain('/read/thinking-of-cancelling');

  const flightDate = getCivilDate(timeZone, journeyClock());
  await person.call('PUT /api/users/me/flight-date', { body: { flightDate, timeZone } });
  await page.goto('/content-library');
  const seat = page.getByRole('region', { name: t('library:place.seat') });
  await seat.getByRole('link').nth(7).waitFor();
  const field = page.getByRole('searchbox');
  expect((await seat.boundingBox())?.y).toBeLessThan((await field.boundingBox())?.y ?? 0);
  await expectAccessible(page, 'the library on the day of a flight');
});
