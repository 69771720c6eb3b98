// @module-tag whole

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createContentFolder, removeContentFolders } from '#server/testing/library.ts';
import type { TestPerson } from '#server/testing/people.ts';
import {
  createTestScript,
  startFakeGenerationProviders,
} from '#server/testing/generation-providers.ts';
import { createTestWav } from '#server/testing/test-wav.ts';
import { expectAccessible, fitsAtDoubleText } from './fixtures/browser.ts';
import { pressButton, startPlayback, waitForHeading } from './fixtures/steps.ts';
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

async function writeSession(admin: TestPerson) {
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
  return (await admin.call('POST /api/admin/contents', { body: { source } })).body;
}

it('a recording whose upload breaks off goes on, is published, and a member hears it', async () => {
  const { page, visitor, person, t } = await testSite.openSignedIn({ state: 'admin' }, SMALL_PHONE);
  const { id } = await writeSession(person);
  await page.goto(`/admin/content?id=${id}`);
  const recording = page.getByRole('region', {
    name: t('studio-sessions:recording.title', { language: t('common:language.en') }),
  });
  await recording.getByText(t('studio-sessions:recording.none')).waitFor();

  // The network is gone after two parts.
  let parts = 0;
  await page.route('**/api/admin/uploads/*?offset=*', (route) =>
    (parts += 1) > 2 ? route.abort() : route.continue(),
  );
  const buffer = createTestWav(
    Array.from({ length: 24 }, () => [
      { seconds: 2, level: 0.5 },
      { seconds: 1, level: 0 },
    ]).flat(),
  );
  const file = { name: '../../take-off.mp3', mimeType: 'audio/wav', buffer };
  await recording.locator('input[type=file]').setInputFiles(file);
  await recording.getByText(t('admin:upload.broken')).waitFor();
  await expectAccessible(page, 'a recording that broke off');
  await page.unroute('**/api/admin/uploads/*?offset=*');
  const goesOn = page.waitForRequest((request) => request.url().includes('offset=524288'));
  await recording.getByRole('button', { name: t('admin:upload.goOn') }).click();
  await goesOn;
  await page.getByText(t('studio-sessions:recording.added')).first().waitFor();
  await recording.locator('audio').waitFor();
  await expectAccessible(page, 'a session with a recording');
  expect(await fitsAtDoubleText(page)).toBe(true);
  await pressButton(visitor, 'studio-sessions:publish');
  // It is shorter than its script: it is published once that is said to be right.
  await page.getByRole('dialog').getByText(t('studio-sessions:recording.doubts.title')).waitFor();
  await expectAccessible(page, 'a doubtful recording');
  await pressButton(visitor, 'studio-sessions:doubtful.confirm');
  await page.getByText(t('studio-sessions:said.published')).first().waitFor();

  // It goes out with its recording, loses it, and gets it back from the archive.
  const saved = page.waitForEvent('download');
  await pressButton(visitor, 'studio-sessions:exchange.export');
  const archive = await readFile(await (await saved).path());
  const findStored = async () =>
    (await person.call('GET /api/admin/contents/:id', { params: { id } })).body;
  const { version } = await findStored();
  const gone = { version, language: 'en', uploadId: null, silences: [] } as const;
  await person.call('PUT /api/admin/contents/:id/recording', { params: { id }, body: gone });
  await page.goto('/admin/content');
  await pressButton(visitor, 'studio-sessions:exchange.open');
  const files = page.getByRole('dialog').locator('input[type=file]');
  const tar = { name: 'take-off.tar', mimeType: 'application/x-tar' };
  await files.setInputFiles({ ...tar, buffer: archive.subarray(0, 4000) });
  await page.getByText(t('studio-sessions:exchange.refused')).waitFor();
  await files.setInputFiles({ ...tar, buffer: archive });
  await page.getByText(t('studio-sessions:exchange.imported', { count: 1 })).waitFor();
  await expectAccessible(page, 'files of sessions');
  expect(await findStored()).toMatchObject({ recordings: { en: { fits: true }, fr: null } });

  const member = await testSite.openSignedIn();
  const heard = member.page.waitForResponse(
    (response) => response.url().includes('/media/') && response.status() === 206,
  );
  await member.page.goto(`/content/${id}`);
  await startPlayback(member.visitor);
  await heard;
  const position = member.page.getByRole('slider', { name: t('player:progress.label') });
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0);
  const { body } = await member.person.call('GET /api/contents/:id', { params: { id } });
  const said = body.cues.filter(({ type }) => type === 'say');
  // Heard by the silences: a sentence each three seconds.
  for (const [index, { at }] of said.entries())
    expect(Math.abs(at - index * 3000)).toBeLessThan(60);
});

it.each(['aac.m4a', 'vorbis.ogg', 'opus.ogg'])(
  'a recording of another session is doubted, and published by nobody by mistake: %s',
  async (name) => {
    const { page, visitor, person, t } = await testSite.openSignedIn({ state: 'admin' });
    const { id } = await writeSession(person);
    await page.goto(`/admin/content?id=${id}`);
    const recording = page.getByRole('region', {
      name: t('studio-sessions:recording.title', { language: t('common:language.en') }),
    });
    const file = path.join(import.meta.dirname, '../server/testing/recordings', name);
    await recording.locator('input[type=file]').setInputFiles(file);
    await page.getByText(t('studio-sessions:recording.added')).first().waitFor();
    await pressButton(visitor, 'studio-sessions:publish');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(t('studio-sessions:recording.doubts.title')).waitFor();
    await page.keyboard.press('Escape');
    const { body } = await person.call('GET /api/admin/contents/:id', { params: { id } });
    expect(body).toMatchObject({ state: 'draft' });
  },
);

it('a brief becomes a draft that is read and narrated, cancelled once and begun again by another server', async () => {
  const { page, visitor, t } = await testSite.openSignedIn(
    { state: 'admin', language: 'fr' },
    SMALL_PHONE,
  );
  await page.goto('/admin/generation');
  await waitForHeading(visitor, 'studio-generation:title');
  await page.getByText(t('studio-generation:lead')).waitFor();
  await expectAccessible(page, 'a brief');
  expect(await fitsAtDoubleText(page)).toBe(true);
  const ask = async () => {
    const about = page.getByLabel(t('studio-generation:brief.about'), { exact: true });
    await about.fill('Les premières minutes après le décollage.');
    await pressButton(visitor, 'studio-generation:brief.submit');
    await page.getByText(t('studio-generation:states.waiting')).first().waitFor();
  };

  providers.hold();
  await ask();
  const working = testSite.server.runJobs();
  await page.getByText(t('studio-generation:states.running')).first().waitFor();
  await pressButton(visitor, 'studio-generation:works.cancel');
  await page.getByText(t('studio-generation:states.cancelled')).first().waitFor();
  await working;
  providers.letGo();

  await ask();
  await testSite.server.runJobs();
  await page.getByRole('link', { name: t('studio-generation:works.open.draft') }).click();
  await page.getByRole('heading', { level: 1, name: 'Steady air' }).waitFor();
  const recording = page.getByRole('region', {
    name: t('studio-sessions:recording.title', { language: t('common:language.en') }),
  });
  // The first server that speaks ends in the middle of it.
  providers.endProcess();
  await recording.getByRole('button', { name: t('studio-generation:narration.start') }).click();
  await recording.getByRole('button', { name: t('studio-generation:works.cancel') }).waitFor();
  await testSite.server.runJobs();
  await recording.locator('audio').waitFor();
  await page.getByText(t('studio-sessions:states.draft')).first().waitFor();
  await page.goto('/admin/generation');
  await page.getByText(t('studio-generation:kinds.narration')).first().waitFor();
  await expectAccessible(page, 'what was drafted and narrated');
});

it('what nobody hears yet is narrated by one press, and what failed by another', async () => {
  const { page, visitor, t } = await testSite.openSignedIn(
    { state: 'admin', language: 'fr' },
    SMALL_PHONE,
  );
  const work = async () => {
    for (let step = 0; step < 8; step++) await testSite.server.runJobs();
  };
  await page.goto('/admin/narration');
  await page.getByText(t('studio-narration:reasons.missing')).first().waitFor();
  await expectAccessible(page, 'what is missing of the narration');
  expect(await fitsAtDoubleText(page)).toBe(true);
  providers.trouble({ status: 400 });
  await pressButton(visitor, 'studio-narration:start');
  await page.getByText(t('studio-narration:states.running')).waitFor();
  await work();
  await page.getByText(t('studio-generation:failures.provider_refused')).first().waitFor();
  await expectAccessible(page, 'a narration of which something failed');
  // The jobs are there once the server has answered.
  const answered = page.waitForResponse((response) => response.request().method() !== 'GET');
  await pressButton(visitor, 'studio-narration:actions.again');
  await answered;
  await work();
  await page.getByText(t('studio-narration:complete')).waitFor();
});
