// @module-tag whole

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { contentTexts } from '#server/features/contents/table.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { emulatePhone } from './fixtures/locked-phone.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { findPlayableSession, playsWithoutInput } from './fixtures/sessions.ts';
import { pressButton, startPlayback, readPosition } from './fixtures/steps.ts';
import { createTone } from './fixtures/tone.ts';
import { createTranslator } from './fixtures/translations.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

const testSite = createTestSite();

const t = createTranslator('en');

it.each(['reloaded', 'closed', 'killed'])(
  'a session keeps its place and what was heard when its page is %s while it plays',
  async (how) => {
    const person = await testSite.createPerson({ state: 'pass' });
    const { id: contentId } = await findPlayableSession(person);
    const { page, visitor } = await testSite.openDeviceFor(person);
    await page.clock.install();
    await page.goto(`/content/${contentId}`);
    await startPlayback(visitor);
    const controls = page.getByRole('slider', { name: t('player:progress.label') });
    // The browser of the journeys has no voice.
    const note = page.getByText(t('player:noVoice'));
    await note.waitFor();
    const withNote = await controls.boundingBox();
    await page.clock.fastForward(34_000);
    await page.clock.runFor(6_000);
    await note.waitFor({ state: 'detached' });
    expect(await controls.boundingBox(), 'the controls without the note').toEqual(withNote);
    await expect.poll(() => readPosition(visitor)).toBeGreaterThanOrEqual(35);
    const place = await readPosition(visitor);

    let then = page;
    if (how === 'reloaded') await page.reload();
    else {
      then = await page.context().newPage();
      const gone = page.waitForEvent('close');
      await page.close({ runBeforeUnload: how === 'closed' });
      await gone;
      // A page that does not report its end counts as closed after some minutes.
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

const setRecordings = (recording: string | null) =>
  testSite.server.db.update(contentTexts).set({ recording });

/** Finds a lesson that another of its kind follows at once, where both play through by themselves. */
async function findLessons(person: TestPerson) {
  for (const { id: program } of (await person.call('GET /api/programs')).body.items) {
    const { lessons } = (await person.call('GET /api/programs/:id', { params: { id: program } }))
      .body;
    let before: {
      program: string;
      lesson: string;
      id: string;
      kind: string;
      durationMs: number;
    } | null = null;
    for (const { id: lesson, contentId: id, kind } of lessons) {
      const { body } = await person.call('GET /api/contents/:id', { params: { id } });
      const { durationMs, title } = body;
      const one = playsWithoutInput(body) ? { program, lesson, id, kind, durationMs } : null;
      if (one && before?.kind === kind) return { ...before, next: title };
      before = one;
    }
  }
  throw new Error('no program has two such lessons');
}

it('a session plays on while the phone is locked, and the next after it, for the hour of the sleep timer; a voice of the device does so in the pocket', async () => {
  const { folder } = testSite.server.app.dependencies.media;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'journey-tone.wav'), createTone(30));
  await setRecordings('journey-tone.wav');
  const person = await testSite.createPerson({ state: 'pass', language: 'fr' });
  const { program, lesson, id, durationMs, next } = await findLessons(person);
  const { page, visitor } = await testSite.openDeviceFor(person, {
    ...SMALL_PHONE,
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
    language: 'fr',
    isOwn: true,
  });
  const { t } = visitor;
  const phone = await emulatePhone(page);
  await page.goto(`/content/${id}?program=${program}&lesson=${lesson}`);
  await startPlayback(visitor);
  await page.getByText(t('pocket:note.recording')).waitFor();
  await pressButton(visitor, 'player:sleep.title');
  const followed = page.waitForResponse((reply) => /contents\/[0-9a-f-]{36}$/.test(reply.url()));
  await page.locator('dialog[open] label', { hasText: /^60\s/ }).click();
  await page.getByText(t('pocket:lock.recording')).waitFor();
  await followed;
  await page.keyboard.press('Escape');
  // The narration, and the ambience in a loop.
  const playing = [false, true].map((loop) => ({ paused: false, loop }));
  const bySound = (a: { loop: boolean }, b: { loop: boolean }) => Number(a.loop) - Number(b.loop);
  const readSounds = async () => (await phone.readSounds()).toSorted(bySound);
  await expect.poll(readSounds).toEqual(playing);
  const title = await phone.readTitle();
  await expect.poll(phone.readArtwork).toMatchObject([{ sizes: '512x512', type: 'image/png' }]);

  await phone.lock();
  await page.context().setOffline(true);
  const begun = await phone.readSeconds();
  await phone.pass(300_000);
  await expect.poll(phone.readSeconds).toBeGreaterThan(begun + 1);
  expect(await readSounds()).toEqual(playing);
  await page.context().setOffline(false);
  await phone.seekToEnd();
  await expect.poll(phone.readTitle).not.toBe(title);
  await expect.poll(readSounds).toEqual(playing);
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  const findLesson = async () =>
    (await person.call('GET /api/programs/:id', { params: { id: program } })).body.lessons.find(
      (one) => one.id === lesson,
    );
  await expect.poll(findLesson).toMatchObject({ completedAt: expect.any(String) as string });
  await phone.pass(3_300_000);
  await expect.poll(readSounds).toEqual(playing.map((one) => ({ ...one, paused: true })));

  await setRecordings(null);
  const pocket = page.getByRole('dialog', { name: t('pocket:title') });
  /** Plays the last seconds of the lesson with its device voice, in the pocket. */
  const endInPocket = async () => {
    const slider = page.getByRole('slider', { name: t('player:progress.label') });
    await slider.fill(String(Math.floor(durationMs / 1000) - 5));
    await pressButton(visitor, 'pocket:title');
    await pocket.waitFor();
  };
  await page.goto(`/content/${id}?program=${program}&lesson=${lesson}`);
  await startPlayback(visitor);
  await page.getByText(t('pocket:note.device')).waitFor();
  await endInPocket();
  await pocket.getByText(t('pocket:ended')).waitFor();
  await phone.press();
  await pocket.waitFor({ state: 'detached' });
  await phone.lift();
  await page.getByRole('button', { name: t('player:after.again') }).click();
  await pocket.waitFor({ state: 'detached' });

  await pressButton(visitor, 'player:sleep.title');
  const prepared = page.waitForResponse((reply) => /contents\/[0-9a-f-]{36}$/.test(reply.url()));
  await page.locator('dialog[open] label', { hasText: /^60\s/ }).click();
  await prepared;
  await page.keyboard.press('Escape');
  await endInPocket();
  await expectAccessible(page, 'pocket mode');
  // The next session follows in the dark as well.
  const isAlwaysDark = page.evaluate(
    (title) =>
      new Promise<boolean>((resolve) => {
        const watch = new MutationObserver(() => {
          const shown = document.querySelector('dialog.pocket[open]')?.textContent ?? '';
          if (shown !== '' && !shown.includes(title)) return;
          watch.disconnect();
          resolve(shown !== '');
        });
        watch.observe(document.body, { subtree: true, childList: true, attributes: true });
      }),
    next,
  );
  expect(await isAlwaysDark).toBe(true);
  expect(await phone.countAwake()).toBeGreaterThan(0);
  await page.touchscreen.tap(180, 370);
  await page.touchscreen.tap(30, 700);
  expect(await phone.countAwake()).toBeGreaterThan(0);
  await phone.press();
  await pocket.waitFor({ state: 'detached' });
  await phone.lift();

  const place = await readPosition(visitor);
  await phone.stopSounds();
  await page.getByRole('button', { name: t('player:controls.play'), exact: true }).click();
  await page.getByRole('button', { name: t('player:controls.pause'), exact: true }).waitFor();
  expect(Math.abs((await readPosition(visitor)) - place)).toBeLessThan(20);
});

it.each([
  [360, 740],
  [844, 390],
])(
  'the line of a session’s progress is drawn from end to end at %i × %i',
  async (width, height) => {
    const { page, person } = await testSite.openSignedIn({}, { viewport: { width, height } });
    const { id } = await findPlayableSession(person);
    await page.goto(`/content/${id}`);
    const slider = page.getByRole('slider', { name: t('player:progress.label') });
    await slider.waitFor();
    const track = page.locator('.player-bar svg:has(.slider-track)');
    expect((await track.boundingBox())?.width).toBe((await slider.boundingBox())?.width);
  },
);
