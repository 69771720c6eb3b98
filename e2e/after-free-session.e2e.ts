// @module-tag whole

import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { users } from '#server/features/account/table.ts';
import { listens } from '#server/features/player/table.ts';
import { TONIGHT_SESSION_IDS } from '#shared/rules/tonight.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { waitForHeading } from './fixtures/steps.ts';
import {
  BROWSER_LOCALES,
  createTestSite,
  SMALL_PHONE,
  WALKED_LANGUAGES,
} from './fixtures/test-site.ts';

const testSite = createTestSite();

it.each(WALKED_LANGUAGES)(
  'whoever has heard a free session without a pass is told that it is enough, and where to go; it counts (%s)',
  async (language) => {
    const { page, visitor, person, t } = await testSite.openSignedIn(
      { state: 'no_pass', language },
      SMALL_PHONE,
    );
    const at = new Date(testSite.server.clock().getTime() - 3_600_000);
    await page.clock.install({ time: at });
    const contentId = TONIGHT_SESSION_IDS['shut-in'];
    await page.goto(`/s/${contentId}`);
    await page.getByRole('button', { name: t('shared:free.play'), exact: true }).click();
    await page.getByRole('button', { name: t('excerpt:pause'), exact: true }).waitFor();
    // The network fails when it ends: what was heard waits on the device.
    await page.route('**/api/listens', (route) => route.abort());
    const refused = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/api/listens'),
    );
    const report = page.getByRole('link', { name: t('shared:free.after.report') });
    expect(await report.isVisible()).toBe(false);
    for (let half = 0; half < 40 && !(await report.isVisible()); half++)
      await page.clock.runFor(30_000);
    await page.getByRole('link', { name: t('shared:free.after.another') }).waitFor();
    await page.getByRole('link', { name: t('shared:free.after.cancelling') }).waitFor();
    await page.getByRole('link', { name: t('shared:free.after.passes') }).waitFor();
    await expectAccessible(page, 'the end of a free session');
    await page.clock.resume();
    await report.click();
    await waitForHeading(visitor, 'profile:title');
    await refused;
    await page.unroute('**/api/listens');
    await page.reload();
    const own = and(eq(users.subject, person.uid), eq(listens.completed, true));
    const readOwn = () =>
      testSite.server.db
        .select({ contentId: listens.contentId })
        .from(listens)
        .innerJoin(users, eq(users.id, listens.userId))
        .where(own);
    await expect.poll(readOwn).toEqual([{ contentId }]);
  },
);

it.each(WALKED_LANGUAGES)(
  'whoever thinks of cancelling finds in two taps what can wait until the morning (%s)',
  async (language) => {
    const { page, t } = await testSite.openVisitor({
      language,
      locale: BROWSER_LOCALES[language],
      ...SMALL_PHONE,
    });
    await page.goto('/tonight');
    await page.getByRole('link', { name: t('tonight:cancelling') }).click();
    await page.waitForURL('**/read/thinking-of-cancelling');
    await page.locator('main article h1').waitFor();
    await expectAccessible(page, 'what whoever thinks of cancelling reads');
  },
);
