import { expect, it } from 'vitest';
import { changeRole } from '#server/features/roles/writes.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE, WALKED_LANGUAGES } from './fixtures/test-site.ts';

const testSite = createTestSite();

it.each(WALKED_LANGUAGES)(
  'two admins edit an author at once, the second is told and loses nothing, and one loses the role, in %s',
  async (language) => {
    const one = await testSite.openSignedIn({ state: 'admin', language }, SMALL_PHONE);
    const { page, t } = one;
    await page.goto('/admin');
    await page.getByRole('link', { name: t('admin:places.authors') }).click();
    await waitForHeading(one.visitor, 'studio-authors:title');
    await page.getByRole('link', { name: t('studio-authors:add') }).click();
    await waitForHeading(one.visitor, 'studio-authors:addTitle');
    for (const [index, name] of ['Zoe', 'Zoé'].entries()) {
      await page.getByLabel(t('studio-authors:name'), { exact: true }).nth(index).fill(name);
      const about = page.getByLabel(t('studio-authors:about'), { exact: true }).nth(index);
      await about.fill('Flies gliders.');
    }
    await pressButton(one.visitor, 'ui:actions.save');
    await page.getByText(t('studio-authors:saved')).first().waitFor();
    await expectAccessible(page, 'an author in the studio');

    const two = await testSite.openSignedIn({ state: 'admin', language });
    await two.page.goto(page.url());
    await nameFirst(two, 'Zoe the second');
    await pressButton(two.visitor, 'ui:actions.save');
    await two.page.getByText(t('studio-authors:saved')).first().waitFor();

    await nameFirst(one, 'Zoe the first');
    await pressButton(one.visitor, 'ui:actions.save');
    await page.getByText(t('admin:conflict.text')).waitFor();
    await page.getByText('Zoe the second').waitFor();
    await expectAccessible(page, 'an author whom somebody else has saved');
    await pressButton(one.visitor, 'admin:conflict.keepMine');
    await pressButton(one.visitor, 'ui:actions.save');
    await two.page.reload();
    await expect
      .poll(() =>
        two.page.getByLabel(t('studio-authors:name'), { exact: true }).first().inputValue(),
      )
      .toBe('Zoe the first');

    const change = { userId: two.person.id, role: 'member' as const, actorId: null };
    await changeRole(testSite.server.db, change, testSite.server.clock());
    await nameFirst(two, 'Nobody');
    await pressButton(two.visitor, 'ui:actions.save');
    await two.page.getByRole('heading', { level: 1, name: t('ui:notFound.title') }).waitFor();
  },
);

type Device = Awaited<ReturnType<typeof testSite.openSignedIn>>;
const nameFirst = ({ page, t }: Device, name: string) =>
  page.getByLabel(t('studio-authors:name'), { exact: true }).first().fill(name);
