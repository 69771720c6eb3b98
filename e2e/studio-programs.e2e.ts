import { expect, it } from 'vitest';
import { createContentFolder } from '#server/testing/library.ts';
import { expectAccessible, expectNoSidewaysScroll } from './fixtures/browser.ts';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';
import { createTranslator } from './fixtures/translations.ts';

const testSite = createTestSite({
  start: async () => {
    const folder = await createContentFolder(
      [{ slug: 'one' }, { slug: 'two', kind: 'load' }, { slug: 'three' }],
      [
        { slug: 'steps', lessons: ['one', 'two'], position: 1 },
        { slug: 'home', lessons: ['three'], position: 2 },
      ],
    );
    return startTestServer({}, folder);
  },
});

it('an admin orders programs, is told whom a change of lessons meets, and adds a lesson', async () => {
  const member = await testSite.createPerson();
  const listShown = async () => (await member.call('GET /api/programs')).body.items;
  const [steps] = await listShown();
  const params = { id: steps?.id ?? '' };
  const { lessons } = (await member.call('GET /api/programs/:id', { params })).body;
  const done = { id: crypto.randomUUID(), at: testSite.server.clock().toISOString() };
  await member.call('POST /api/programs/:id/events', {
    params,
    body: { ...done, type: 'lesson_completed', lessonId: lessons[0]?.id ?? '' },
  });

  const { page, visitor, t } = await testSite.openSignedIn({ state: 'admin' }, SMALL_PHONE);
  await page.goto('/admin/programs');
  await waitForHeading(visitor, 'studio-programs:title');
  await page
    .getByRole('button', { name: t('studio-programs:order.up', { name: 'home en' }) })
    .click();
  await page.getByText(t('studio-programs:ordered')).first().waitFor();
  expect((await listShown()).map(({ slug }) => slug)).toEqual(['home', 'steps']);
  await expectAccessible(page, 'the programs in the studio');
  await expectNoSidewaysScroll(page);

  await page.getByRole('link', { name: 'steps en' }).click();
  await page.getByRole('heading', { level: 1, name: 'steps en' }).waitFor();
  await pressButton(visitor, 'studio-programs:lessons.remove', { name: 'one en' });
  await pressButton(visitor, 'ui:actions.save');
  await page.getByText(t('studio-programs:effects.losingDone', { count: 1 })).waitFor();
  await expectAccessible(page, 'whom a change of lessons meets');
  await pressButton(visitor, 'studio-programs:effects.save');
  await expect
    .poll(async () => (await listShown())[1]?.standing)
    .toMatchObject({ completed: 0, total: 1 });

  await page.getByRole('combobox', { name: t('studio-programs:lessons.add') }).fill('thr');
  await page.getByRole('option', { name: 'three en' }).click();
  await pressButton(visitor, 'ui:actions.save');
  await page.getByText(t('studio-programs:gaps')).waitFor();
  for (const field of ['title', 'introduction', 'task'] as const) {
    const label = t(`studio-programs:lessons.${field}`);
    const own = page.getByRole('listitem').filter({ hasText: 'three en' }).getByLabel(label);
    for (const index of [0, 1]) await own.nth(index).fill(`New ${field}`);
  }
  await expectNoSidewaysScroll(page);
  await pressButton(visitor, 'ui:actions.save');
  await pressButton(visitor, 'studio-programs:effects.save');
  await expect.poll(async () => (await listShown())[1]?.sessions.length).toBe(2);

  await page
    .locator('main header')
    .getByRole('button', { name: t('ui:language.other') })
    .click();
  const inFrench = createTranslator('fr');
  await page.getByRole('heading', { name: inFrench('studio-programs:lessons.heading') }).waitFor();
  await expectAccessible(page, 'a program in the studio, in French');
});
