// @module-tag whole

import { afterAll, expect, it } from 'vitest';
import { createContentFolder, removeContentFolders } from '#server/testing/library.ts';
import type { TestPerson } from '#server/testing/people.ts';
import {
  createTestScript,
  startFakeGenerationProviders,
} from '#server/testing/generation-providers.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { expectAccessible, fitsAtDoubleText } from './fixtures/browser.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

let providers: Awaited<ReturnType<typeof startFakeGenerationProviders>>;
const testSite = createTestSite({
  start: async () => {
    providers = await startFakeGenerationProviders();
    const content = await createContentFolder([{ slug: 'theirs' }]);
    return startTestServer({ generation: providers.generation }, content);
  },
});
afterAll(async () => {
  await providers.close();
  await removeContentFolders();
});

/** Writes a session as an admin and has it spoken in both languages, by the API. */
async function speakSession(admin: TestPerson, work: () => Promise<void>) {
  const facts = {
    kind: 'flow',
    category: 'meditation',
    areas: ['fear_heights'],
    situations: ['cruise'],
    form: 'full',
    optIn: false,
    guard: null,
    access: 'pass',
    author: 'somebody',
  };
  const source = { facts, scripts: { en: createTestScript('en'), fr: createTestScript('fr') } };
  const { body } = await admin.call('POST /api/admin/contents', {
    body: { source },
  });
  for (const language of LANGUAGES) {
    const { version } = (
      await admin.call('GET /api/admin/contents/:id', { params: { id: body.id } })
    ).body;
    await admin.call('POST /api/admin/contents/:id/narration', {
      params: { id: body.id },
      body: { version, language },
    });
    await work();
  }
  return body.id;
}

it.each(LANGUAGES)(
  'what was spoken is heard, said again, said otherwise and approved by keys alone, in %s',
  async (language) => {
    const { page, person, t } = await testSite.openSignedIn(
      { state: 'admin', language },
      SMALL_PHONE,
    );
    const work = async () => {
      for (let step = 0; step < 8; step++) await testSite.server.runJobs();
    };
    const { keyboard } = page;
    const waitForQueued = () =>
      page.waitForResponse(
        (reply) => reply.url().endsWith('/narration') && reply.request().method() === 'POST',
      );
    await speakSession(person, work);
    const { total, waiting } = (await person.call('GET /api/admin/narration/approvals')).body;
    const first = waiting[0];
    if (!first) throw new Error('nothing waits');
    await page.goto('/admin/narration?view=approve');
    const current = page.locator('ol [aria-current]');
    await current.waitFor();
    await expectAccessible(page, 'a recording that waits');
    expect(await fitsAtDoubleText(page)).toBe(true);

    // The focus is on the first sentence.
    await keyboard.press('Space');
    await page.getByRole('button', { name: t('studio-narration:approve.pause') }).waitFor();
    await keyboard.press('Space');
    await page.getByRole('button', { name: t('studio-narration:approve.play') }).waitFor();
    const again = waitForQueued();
    await keyboard.press('r');
    await again;
    await work();
    await current.getByText(t('studio-narration:approve.take', { take: 1 })).waitFor();

    await keyboard.press('e');
    const words = page.getByLabel(t('studio-narration:otherwise.spoken'));
    await expectAccessible(page, 'how a sentence is said otherwise');
    await words.focus();
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('Slowly, in; and out.');
    const otherwise = waitForQueued();
    await page.getByRole('button', { name: t('studio-narration:otherwise.say') }).press('Enter');
    await otherwise;
    await work();
    const spoken = t('studio-narration:approve.asWritten', { spoken: 'Slowly, in; and out.' });
    await page.getByText(spoken).first().waitFor();
    expect(providers.asked.at(-1)?.body.input).toBe('Slowly, in; and out.');

    for (let left = total; left > 0; left -= 1) {
      await page.getByText(`${t('studio-narration:views.approve')} · ${left}`).waitFor();
      await page.locator('ol [aria-current]:focus').waitFor();
      await keyboard.press('a');
    }
    await page.getByText(t('studio-narration:approve.none')).waitFor();

    // What was there before the sentence was said otherwise is brought back.
    await page.goto(`/admin/content?id=${first.contentId}`);
    const recording = page.getByRole('region', {
      name: t('studio-sessions:recording.title', {
        language: t(`common:language.${first.language}`),
      }),
    });
    const open = recording.getByRole('button', {
      name: t('studio-sessions:recording.former.open'),
    });
    await open.press('Enter');
    const bringBack = page.getByRole('button', {
      name: t('studio-sessions:recording.former.back'),
    });
    await bringBack.first().waitFor();
    await expectAccessible(page, 'former recordings');
    await bringBack.first().press('Enter');
    await page.getByText(t('studio-sessions:recording.former.done')).first().waitFor();
    const { recordings } = (
      await person.call('GET /api/admin/contents/:id/former-recordings', {
        params: { id: first.contentId },
      })
    ).body;
    // The one that was approved above is a former one now.
    expect(recordings.some((one) => one.approvedAt !== null)).toBe(true);
  },
);

it('a word and a voice are set, and the next sentence is asked for with them', async () => {
  const { page, person, t } = await testSite.openSignedIn(
    { state: 'admin', language: 'fr' },
    SMALL_PHONE,
  );
  await page.goto('/admin/narration?view=voices');
  const form = page.getByRole('form', { name: t('common:language.en') });
  await form.getByRole('button', { name: t('studio-narration:voices.add') }).click();
  await form.getByLabel(t('studio-narration:voices.written')).fill('Breathe');
  await form.getByRole('button', { name: t('studio-narration:voices.save') }).click();
  await form.getByText(t('studio-narration:voices.wordsWrong')).waitFor();
  await form.getByLabel(t('studio-narration:voices.spoken')).fill('Breeze');
  const flow = form.getByRole('group', { name: t('studio-narration:voices.targets.flow') });
  await flow.getByLabel(t('studio-narration:voices.voice')).fill('ann');
  await flow.getByLabel(t('studio-narration:voices.speed')).selectOption('0.9');
  await expectAccessible(page, 'words and voices');
  expect(await fitsAtDoubleText(page)).toBe(true);
  await form.getByRole('button', { name: t('studio-narration:voices.save') }).click();
  await page.getByText(t('studio-narration:voices.saved')).first().waitFor();
  const { en } = (await person.call('GET /api/admin/voices')).body;
  expect(en).toMatchObject({
    words: [{ written: 'Breathe', spoken: 'Breeze' }],
    styles: [{ target: 'flow', voice: 'ann', speed: 0.9, style: null }],
  });
});
