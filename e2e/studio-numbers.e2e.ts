// @module-tag whole

import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { expectAccessible, fitsAtDoubleText } from './fixtures/browser.ts';
import { waitForHeading } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { useLibrary } from './fixtures/used-library.ts';

const testSite = createTestSite({
  start: async () => {
    const server = await startTestServer();
    await useLibrary(server);
    return server;
  },
});

it.each(LANGUAGES)(
  'an editor sees where people stop, and finds first what fewest play to the end, in %s',
  async (language) => {
    const wanted = { state: 'admin', role: 'editor', language } as const;
    const { page, visitor, t } = await testSite.openSignedIn(wanted, SMALL_PHONE);
    await page.goto('/admin/content');
    await page.getByRole('link', { name: t('studio-sessions:numbers.open') }).click();
    await waitForHeading(visitor, 'studio-sessions:numbers.title');
    const rows = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') });
    const first = rows.first();
    await first.getByText(t('studio-sessions:numbers.stops')).waitFor();
    await expectAccessible(page, 'the figures of sessions');
    expect(await fitsAtDoubleText(page)).toBe(true);
    const mostPlayed = await first.getByRole('heading').innerText();

    await page.getByLabel(t('studio-sessions:filter.sort')).selectOption('finished');
    await page.getByLabel(t('studio-sessions:numbers.direction')).selectOption('lowest');
    await expect.poll(() => first.getByRole('heading').innerText()).not.toBe(mostPlayed);
    await page.getByLabel(t('studio-sessions:filter.sort')).selectOption('plays');
    await page
      .getByRole('search')
      .getByLabel(t('studio-sessions:numbers.language'))
      .selectOption(language);
    // From the least played on: no listener, then fewer than five.
    await expect.poll(() => first.innerText()).toContain(t('studio-sessions:numbers.none'));
    await rows.getByText(t('studio-sessions:numbers.hidden')).first().waitFor();
  },
);

it.each(LANGUAGES)(
  'an admin reads whether it helps, what may be published of it, and saves both files, in %s',
  async (language) => {
    const { page, visitor, t } = await testSite.openSignedIn(
      { state: 'admin', language },
      SMALL_PHONE,
    );
    await page.goto('/admin');
    await page.getByRole('link', { name: t('studio-overview:outcomes.open') }).click();
    await waitForHeading(visitor, 'studio-overview:outcomes.title');
    await page.getByText('There was no control group').waitFor();
    await page.getByText('Il n’y avait pas de groupe témoin').waitFor();
    await page.getByRole('row', { name: t('areas:fear_heights') }).waitFor();
    await expectAccessible(page, 'the outcomes');
    expect(await fitsAtDoubleText(page)).toBe(true);

    const save = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ]);
      return readFile(await download.path(), 'utf8');
    };
    const lines = (await save(t('studio-overview:csv'))).split('\r\n');
    expect(lines[1]).toMatch(/^all,,60,45,15,45,\d/u);
    const dictionary = await save(t('studio-overview:outcomes.dictionaryFile'));
    for (const column of lines[0]?.split(',') ?? []) expect(dictionary).toContain(`\r\n${column},`);
  },
);

it('an editor is not shown whether it helps', async () => {
  const wanted = { state: 'admin', role: 'editor' } as const;
  const { page, person, t } = await testSite.openSignedIn(wanted);
  await page.goto('/admin?outcomes');
  await page.getByRole('heading', { level: 1, name: t('admin:places.content') }).waitFor();
  expect((await person.call('GET /api/admin/outcomes')).status).toBe(403);
});
