// @module-tag whole

import { afterAll, describe, expect, it } from 'vitest';
import {
  createTestScript,
  startFakeGenerationProviders,
} from '#server/testing/generation-providers.ts';
import { createContentFolder, removeContentFolders } from '#server/testing/library.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { expectAccessible, expectNoSidewaysScroll, fitsAtDoubleText } from './fixtures/browser.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { createTestSite } from './fixtures/test-site.ts';

afterAll(removeContentFolders);

/** Lists the sessions and languages without a recording, as the studio's API tells them. */
const listMissing = async (admin: TestPerson) =>
  (await admin.call('GET /api/admin/narration')).body.missing;

const isRunning = async (admin: TestPerson) =>
  (await admin.call('GET /api/admin/narration/runs')).body.run?.state === 'running';

describe.each([
  { width: 1280, height: 800, language: 'en' as const },
  { width: 390, height: 844, language: 'fr' as const },
])('a library without recordings, in $language at $width px', ({ width, height, language }) => {
  let providers: Awaited<ReturnType<typeof startFakeGenerationProviders>>;
  const testSite = createTestSite({
    start: async () => {
      providers = await startFakeGenerationProviders();
      const script = createTestScript('en', 'A title');
      const sessions = ['one', 'two'].map((slug) => ({ slug, script }));
      const content = await createContentFolder(sessions);
      return startTestServer({ generation: providers.generation }, content);
    },
  });
  afterAll(() => providers.close());

  it('is spoken and published by one press, which says its cost before and can be paused', async () => {
    const { page, person, t } = await testSite.openSignedIn(
      { state: 'admin', language },
      { viewport: { width, height } },
    );
    const missing = await listMissing(person);
    expect(missing).toHaveLength(4);
    const characters = missing.reduce((sum, one) => sum + one.characters, 0);
    await page.goto('/admin/narration');
    await page
      .getByText(t('studio-narration:cost.characters', { count: characters }), { exact: false })
      .waitFor();
    await expectAccessible(page, 'what is missing');
    await expectNoSidewaysScroll(page);
    expect(await fitsAtDoubleText(page)).toBe(true);

    const ceiling = page.getByLabel(t('studio-narration:ceiling.money', { currency: 'EUR' }));
    const start = page.getByRole('button', { name: t('studio-narration:start') });
    await ceiling.fill('a lot');
    await start.click();
    await page.getByText(t('studio-narration:ceiling.wrong')).waitFor();
    await ceiling.fill('');
    await start.click();
    const press = (action: 'pause' | 'resume') =>
      page.getByRole('button', { name: t(`studio-narration:actions.${action}`) }).click();
    await press('pause');
    await page.getByText(t('studio-narration:states.asked')).waitFor();
    await expectAccessible(page, 'a run that is paused');
    await testSite.server.runJobs();
    expect(providers.spoken).toEqual([]);
    await press('resume');
    await page.getByText(t('studio-narration:states.running')).waitFor();

    while (await isRunning(person)) await testSite.server.runJobs();
    await page.getByText(t('studio-narration:states.done')).waitFor();
    await page.getByText(t('studio-narration:complete')).waitFor();
    await expectAccessible(page, 'a run that is done');
    expect(providers.spoken).toEqual([...new Set(providers.spoken)]);
    // A person who listens hears them.
    const listener = await testSite.createPerson({ language });
    const { items } = (await listener.call('GET /api/contents')).body;
    expect(items).toHaveLength(2);
    for (const { id } of items) {
      const read = async () =>
        (await listener.call('GET /api/contents/:id', { params: { id } })).body.recordingUrl;
      await expect.poll(read).not.toBeNull();
    }
  });
});
