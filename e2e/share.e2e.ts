import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { contents } from '#server/features/library/table.ts';
import { expectAccessible, fitsAtDoubleText } from './fixtures/browser.ts';
import { arriveAt, press } from './fixtures/steps.ts';
import { words } from './fixtures/words.ts';
import { aWorld, SMALL } from './fixtures/world.ts';

const world = aWorld();

/** Somebody with a pass, their phone, and a session of the library. */
async function listener(language: 'en' | 'fr') {
  const own = await world.visitOf({ language });
  const { body } = await own.person.call('GET /api/contents');
  const session = body.items[0];
  if (!session) throw new Error('the library is empty');
  return { ...own, session };
}

describe.each(['en', 'fr'] as const)('in %s', (language) => {
  it('a session is passed on by a copied link, which a stranger reads without script and follows in', async () => {
    const { page, session, visit, complaints, close } = await listener(language);
    const { say } = visit;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/content/${session.id}`);
    await press(visit, 'sharing:share');
    await page.getByText(say('sharing:copied'), { exact: true }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(`${world.site.url}/s/${session.id}`);

    const locale = language === 'en' ? 'en-GB' : 'fr-FR';
    const stranger = await world.stranger({
      locale,
      javaScriptEnabled: false,
      ...SMALL,
    });
    await stranger.page.goto(link);
    await stranger.page.getByRole('heading', { level: 1, name: session.title }).waitFor();
    await stranger.page.getByText(session.summary).waitFor();
    expect(await stranger.page.title()).toBe(`${session.title} · Envol`);
    const head = (selector: string, name: string) =>
      stranger.page.locator(selector).first().getAttribute(name);
    expect(await head('meta[name=description]', 'content')).toBe(session.summary);
    expect(await head('meta[property="og:title"]', 'content')).toContain(session.title);
    expect(await head('link[rel=canonical]', 'href')).toBe(`/s/${session.id}?lang=${language}`);
    expect(await stranger.page.locator('link[hreflang]').count()).toBe(3);
    await stranger.page.getByRole('link', { name: say('sharing:page.join') }).click();
    await stranger.page.waitForURL(/auth\?mode=sign-up&next=\/content\//);
    await stranger.close();

    const reader = await world.stranger({
      locale,
      ...SMALL,
    });
    await reader.page.goto(link);
    await expectAccessible(reader.page, 'a shared session');
    expect(await fitsAtDoubleText(reader.page)).toBe(true);
    const other = words(language === 'en' ? 'fr' : 'en');
    await reader.page
      .getByRole('link', { name: say('ui:language.other') })
      .last()
      .click();
    await reader.page.getByRole('link', { name: other('sharing:page.join') }).waitFor();
    expect([...complaints, ...reader.complaints]).toEqual([]);
    await Promise.all([reader.close(), close()]);
  });

  it('whoever is signed in goes from the link into the session', async () => {
    const { page, session, visit, complaints, close } = await listener(language);
    await page.goto(`/s/${session.id}`);
    await page.getByRole('heading', { level: 1, name: session.title }).waitFor();
    await expectAccessible(page, 'a shared session, signed in');
    await page.getByRole('link', { name: visit.say('sharing:page.open') }).click();
    await page.waitForURL(`**/content/${session.id}`);
    await page.goto(`/s/${session.id.replace(/^.{8}/, '00000000')}`);
    await arriveAt(visit, 'sharing:gone.title');
    await expectAccessible(page, 'a shared session that is gone');
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('a link to share', () => {
  it('goes to the sheet of a device that has one, and putting it away says nothing', async () => {
    const { page, session, visit, close } = await listener('en');
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
    await press(visit, 'sharing:share');
    const shared = () =>
      page.evaluate(() => (globalThis as unknown as { shared: ShareData[] }).shared);
    await expect
      .poll(shared)
      .toMatchObject([{ title: session.title, url: `${world.site.url}/s/${session.id}` }]);
    expect(await page.getByText(visit.say('sharing:copied')).count()).toBe(0);
    await close();
  });

  it('is there to be copied by hand where the clipboard is closed', async () => {
    const { page, session, visit, close } = await listener('en');
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await page.goto(`/content/${session.id}`);
    await press(visit, 'sharing:share');
    const field = page.getByLabel(visit.say('sharing:byHand.label'));
    expect(await field.inputValue()).toBe(`${world.site.url}/s/${session.id}`);
    const selected = () =>
      field.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]);
    await expect.poll(selected).toEqual([0, `${world.site.url}/s/${session.id}`.length]);
    await expectAccessible(page, 'a link to copy by hand');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await close();
  });

  it('leads nowhere once the session is withdrawn', async () => {
    const { page, session, close } = await listener('en');
    await page.context().clearCookies();
    const at = eq(contents.id, session.id);
    await world.site.db.update(contents).set({ withdrawnAt: new Date() }).where(at);
    const answer = await page.goto(`/s/${session.id}`);
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: words('en')('ui:notFound.title') }).waitFor();
    await world.site.db.update(contents).set({ withdrawnAt: null }).where(at);
    await close();
  });
});
