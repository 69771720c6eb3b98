// @module-tag whole

import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { contents } from '#server/features/contents/table.ts';
import { expectAccessible, fitsAtDoubleText } from './fixtures/browser.ts';
import { findPlayableSession } from './fixtures/sessions.ts';
import { waitForHeading, pressButton } from './fixtures/steps.ts';
import { createTranslator } from './fixtures/translations.ts';
import {
  BROWSER_LOCALES,
  createTestSite,
  SMALL_PHONE,
  WALKED_LANGUAGES,
} from './fixtures/test-site.ts';

const testSite = createTestSite();

/** Opens the device of a new person with a pass; finds a session of the library. */
async function openWithSession(language: 'en' | 'fr') {
  const own = await testSite.openSignedIn({ language });
  return { ...own, session: await findPlayableSession(own.person) };
}

describe.each(WALKED_LANGUAGES)('in %s', (language) => {
  it('a session is passed on by a copied link, which a stranger reads without script and follows in', async () => {
    const { page, session, visitor } = await openWithSession(language);
    const { t } = visitor;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/content/${session.id}`);
    // The clipboard is written only by a page that has the focus.
    await page.bringToFront();
    await pressButton(visitor, 'sharing:share');
    await page.getByText(t('sharing:copied'), { exact: true }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(`${testSite.server.url}/s/${session.id}`);

    const locale = BROWSER_LOCALES[language];
    const stranger = await testSite.openVisitor({
      locale,
      javaScriptEnabled: false,
      ...SMALL_PHONE,
    });
    await stranger.page.goto(link);
    await stranger.page.getByRole('heading', { level: 1, name: session.title }).waitFor();
    await stranger.page.getByText(session.summary).waitFor();
    const missing = await stranger.page.locator('main noscript').textContent();
    expect(missing).toContain(t('excerpt:noScript'));
    expect(await stranger.page.title()).toBe(`${session.title} · Envol`);
    const head = (selector: string, name: string) =>
      stranger.page.locator(selector).first().getAttribute(name);
    expect(await head('meta[name=description]', 'content')).toBe(session.summary);
    expect(await head('meta[property="og:title"]', 'content')).toContain(session.title);
    expect(await head('link[rel=canonical]', 'href')).toBe(
      `${testSite.server.url}/s/${session.id}${language === 'fr' ? '?lang=fr' : ''}`,
    );
    expect(await stranger.page.locator('link[hreflang]').count()).toBe(3);
    await stranger.page.getByRole('link', { name: t('shared:page.join') }).click();
    await stranger.page.waitForURL(/auth\?mode=sign-up&next=\/content\//);

    const reader = await testSite.openVisitor({
      language,
      locale,
      ...SMALL_PHONE,
    });
    await reader.page.goto(link);
    await pressButton(reader.visitor, 'shared:page.play');
    await reader.page.locator('.cue[data-state=now]').first().waitFor();
    await pressButton(reader.visitor, 'excerpt:pause');
    await expectAccessible(reader.page, 'a shared session');
    expect(await fitsAtDoubleText(reader.page)).toBe(true);
    const other = createTranslator(language === 'en' ? 'fr' : 'en');
    await reader.page
      .getByRole('link', { name: t('ui:language.other') })
      .last()
      .click();
    await reader.page.getByRole('link', { name: other('shared:page.join') }).waitFor();
  });

  it('whoever is signed in goes from the link into the session, and without a pass hears its first minute', async () => {
    const { page, session, visitor } = await openWithSession(language);
    const guest = await testSite.openSignedIn({ language, state: 'no_pass' });
    await guest.page.goto(`/s/${session.id}`);
    await pressButton(guest.visitor, 'shared:page.play');
    await guest.page.locator('.cue[data-state=now]').first().waitFor();
    // While it plays, sentences fade.
    await pressButton(guest.visitor, 'excerpt:pause');
    await expectAccessible(guest.page, 'a shared session without a pass');
    await guest.page.getByRole('link', { name: visitor.t('shared:page.toPass') }).click();
    await guest.page.waitForURL('**/subscription');

    await page.goto(`/s/${session.id}`);
    await page.getByRole('heading', { level: 1, name: session.title }).waitFor();
    await expectAccessible(page, 'a shared session, signed in');
    await page.getByRole('link', { name: visitor.t('shared:page.open') }).click();
    await page.waitForURL(`**/content/${session.id}`);
    await page.goto(`/s/${session.id.replace(/^.{8}/, '00000000')}`);
    await waitForHeading(visitor, 'shared:gone.title');
    await expectAccessible(page, 'a shared session that is gone');
  });
});

it('a free session plays from the page of help to a visitor, and in the app without a pass', async () => {
  const { page, visitor, t } = await testSite.openVisitor({
    language: 'fr',
    locale: 'fr-FR',
    ...SMALL_PHONE,
  });
  await page.goto('/sos');
  await page.getByRole('link', { name: t('help:sos.listen.tears') }).click();
  const guest = await testSite.openSignedIn({ language: 'fr', state: 'no_pass' });
  await guest.page.goto(page.url());
  for (const own of [visitor, guest.visitor]) {
    await pressButton(own, 'shared:free.play');
    await own.page.locator('.cue[data-state=now]').first().waitFor();
    await pressButton(own, 'excerpt:pause');
    expect(await own.page.getByText(t('shared:page.restTitle')).count()).toBe(0);
    await expectAccessible(own.page, 'a free session');
    expect(await fitsAtDoubleText(own.page)).toBe(true);
  }
  await page.getByRole('link', { name: t('shared:free.more') }).click();
  await page.getByRole('heading', { name: t('help:sos.listen.title') }).waitFor();
});

describe('a link to share', () => {
  it('goes to the sheet of a device that has one, and putting it away says nothing', async () => {
    const { page, session, visitor } = await openWithSession('en');
    await page.addInitScript(() => {
      const shared: ShareData[] = [];
      Object.assign(globalThis, { shared });
      Object.assign(navigator, {
        canShare: () => true,
        share: (data: ShareData) => {
          shared.push(data);
          return Promise.reject(new DOMException('put away', 'AbortError'));
        },
      });
    });
    await page.goto(`/content/${session.id}`);
    await pressButton(visitor, 'sharing:share');
    const shared = () =>
      page.evaluate(() => (globalThis as unknown as { shared: ShareData[] }).shared);
    await expect
      .poll(shared)
      .toMatchObject([{ title: session.title, url: `${testSite.server.url}/s/${session.id}` }]);
    expect(await page.getByText(visitor.t('sharing:copied')).count()).toBe(0);
  });

  it('is there to be copied by hand where the clipboard is closed', async () => {
    const { page, session, visitor } = await openWithSession('en');
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await page.goto(`/content/${session.id}`);
    await pressButton(visitor, 'sharing:share');
    const field = page.getByLabel(visitor.t('sharing:byHand.label'));
    expect(await field.inputValue()).toBe(`${testSite.server.url}/s/${session.id}`);
    const selected = () =>
      field.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]);
    await expect.poll(selected).toEqual([0, `${testSite.server.url}/s/${session.id}`.length]);
    await expectAccessible(page, 'a link to copy by hand');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
  });

  it('leads nowhere once the session is unpublished, and says to try again while the database is away', async () => {
    const { page, session } = await openWithSession('en');
    await page.context().clearCookies();
    const at = eq(contents.id, session.id);
    await testSite.server.db.update(contents).set({ unpublishedAt: new Date() }).where(at);
    const answer = await page.goto(`/s/${session.id}`);
    expect(answer?.status()).toBe(404);
    await page
      .getByRole('heading', { level: 1, name: createTranslator('en')('ui:notFound.title') })
      .waitFor();
    await testSite.server.db.update(contents).set({ unpublishedAt: null }).where(at);

    // As while the database starts again.
    const { db } = testSite.server;
    await db.execute(sql`
      create function refuse() returns boolean language plpgsql as $$
        begin raise exception 'the database system is starting up' using errcode = '57P03'; end $$`);
    await db.execute(sql`alter table published_version rename to published_version_then`);
    await db.execute(
      sql`create view published_version as select * from published_version_then where refuse()`,
    );
    expect((await page.goto(`/s/${session.id}`))?.status()).toBe(503);
    const t = createTranslator('en');
    await page.getByRole('heading', { level: 1, name: t('shared:unavailable.title') }).waitFor();
    await expectAccessible(page, 'a shared session while there is no database');
    await db.execute(sql`drop view published_version`);
    await db.execute(sql`alter table published_version_then rename to published_version`);
    await page.getByRole('link', { name: t('ui:actions.tryAgain') }).click();
    await page.getByRole('heading', { level: 1, name: session.title }).waitFor();
  });
});
