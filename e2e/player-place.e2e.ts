import { expect, it } from 'vitest';
import { findSession } from './fixtures/sessions.ts';
import { startPlayback, readPosition } from './fixtures/steps.ts';
import { createTranslator } from './fixtures/translations.ts';
import { createTestSite } from './fixtures/test-site.ts';

const testSite = createTestSite();

const t = createTranslator('en');

it.each(['reloaded', 'closed', 'killed'])(
  'a session keeps its place and what was heard when its page is %s while it plays',
  async (how) => {
    const person = await testSite.createPerson({ state: 'pass' });
    const { id: contentId } = await findSession(person);
    const { page, visitor } = await testSite.openDeviceFor(person);
    await page.clock.install();
    await page.goto(`/content/${contentId}`);
    await startPlayback(visitor);
    await page.clock.fastForward(34_000);
    await page.clock.runFor(6_000);
    await expect.poll(() => readPosition(visitor)).toBeGreaterThanOrEqual(35);
    const place = await readPosition(visitor);

    let then = page;
    if (how === 'reloaded') await page.reload();
    else {
      then = await page.context().newPage();
      const gone = page.waitForEvent('close');
      await page.close({ runBeforeUnload: how === 'closed' });
      await gone;
      // Without a word of its end, a page is taken for gone after some minutes.
      if (how === 'killed') await then.clock.install({ time: Date.now() + 300_000 });
      await then.goto(`/content/${contentId}`);
    }
    await then.getByText(t('player:resume.note')).waitFor();
    await expect.poll(() => readPosition({ page: then, t })).toBeGreaterThanOrEqual(place - 5);
    await expect
      .poll(async () => {
        const { body } = await person.call('GET /api/contents/:id', {
          params: { id: contentId },
        });
        return body.positionMs;
      })
      .toBeGreaterThanOrEqual((place - 5) * 1000);
    const { body } = await person.call('GET /api/dashboard', {
      query: { timeZone: 'Europe/Paris' },
    });
    expect(body.recentActivity).toHaveLength(1);
  },
);
