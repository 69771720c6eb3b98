import { expect, it } from 'vitest';
import { createContentFolder } from '#server/testing/library.ts';
import { SESSION_GUARDS } from '#shared/rules/guards.ts';
import { expectAccessible, fitsAtDoubleText } from './fixtures/browser.ts';
import { findPlayableSession } from './fixtures/sessions.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { createTestSite, WALKED_LANGUAGES } from './fixtures/test-site.ts';

const testSite = createTestSite({
  start: async () => {
    const guarded = SESSION_GUARDS.map((guard) => ({ slug: guard, guard }));
    return startTestServer({}, await createContentFolder([{ slug: 'open' }, ...guarded]));
  },
});

it.each(WALKED_LANGUAGES)(
  'a guarded session asks in %s, leads elsewhere who should not do it, and plays for whoever says no, until the page is loaded again',
  async (language) => {
    const person = await testSite.createPerson({ language });
    const { page, t } = await testSite.openDeviceFor(person, { language });
    const no = page.getByRole('button', { name: t('player:guard.no') });
    const play = page.getByRole('button', { name: t('player:controls.play'), exact: true });
    for (const guard of SESSION_GUARDS) {
      const { id } = await findPlayableSession(person, (content) => content.guard === guard);
      await page.goto(`/content/${id}`);
      await page.getByText(t(`player:guard.${guard}.why`)).waitFor();
      expect(await play.count()).toBe(0);
      await page.getByRole('button', { name: t('player:guard.yes') }).click();
      await page.getByText(t(`player:guard.${guard}.declined`)).waitFor();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('declined');
    }
    await page.getByRole('link', { name: new RegExp(`open ${language}`) }).waitFor();
    await expectAccessible(page, 'a session that was declined');
    await page.getByRole('button', { name: t('player:guard.declined.back') }).click();
    await expectAccessible(page, 'a guarded session');
    expect(await fitsAtDoubleText(page)).toBe(true);
    await no.click();
    await play.waitFor();
    // The answer was kept nowhere.
    await page.reload();
    await no.waitFor();
  },
);
