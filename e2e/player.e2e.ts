// @module-tag whole

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { contents, contentTexts } from '#server/features/contents/table.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { advancePositionMs } from '#web/features/narration/model.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { findPlayableSession, playsWithoutInput } from './fixtures/sessions.ts';
import {
  waitForHeading,
  chooseRadio,
  startPlayback,
  pressButton,
  readPosition,
} from './fixtures/steps.ts';
import { createTranslator } from './fixtures/translations.ts';
import { createTone } from './fixtures/tone.ts';
import { keepTouches, readTouches } from './fixtures/touches.ts';
import { createTestSite, WALKED_LANGUAGES } from './fixtures/test-site.ts';

const testSite = createTestSite();

const t = createTranslator('en');

/** Creates a person with a pass and opens their device, for a session that plays through; `open` goes to its page. */
async function openSession(
  before: (contentId: string) => Promise<unknown> = setRecording(null),
  language: 'en' | 'fr' = 'en',
) {
  const person = await testSite.createPerson({ state: 'pass', language });
  const content = await findPlayableSession(person);
  const contentId = content.id;
  await before(contentId);
  const device = await testSite.openDeviceFor(person, { language });
  return {
    ...device,
    person,
    content,
    contentId,
    open: () => device.page.goto(`/content/${contentId}`),
  };
}

const setRecording = (recording: string | null) => (contentId: string) =>
  testSite.server.db
    .update(contentTexts)
    .set({ recording })
    .where(eq(contentTexts.contentId, contentId));

describe('a session with a recorded narration', () => {
  beforeAll(async () => {
    const { folder } = testSite.server.app.dependencies.media;
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'journey-tone.wav'), createTone(30));
  });

  it('is played from the file, by ranges, and the captions follow it', async () => {
    const { page, visitor, open } = await openSession(setRecording('journey-tone.wav'));
    const ranged = page.waitForResponse(
      (response) => response.url().endsWith('journey-tone.wav') && response.status() === 206,
    );
    await open();
    await startPlayback(visitor);
    await ranged;
    const position = page.getByRole('slider', { name: t('player:progress.label') });
    const start = Number(await position.inputValue());
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(start);
    await pressButton(visitor, 'player:controls.forward');
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(start + 5);
  });

  it('goes on in words when the file is missing', async () => {
    const { page, visitor, open } = await openSession(setRecording('not-there.wav'));
    await open();
    await pressButton(visitor, 'player:controls.play');
    const position = page.getByRole('slider', { name: t('player:progress.label') });
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0);
  });
});

/** The position in a session that the server keeps for a person, in whole seconds. */
const readServerPosition = async (person: TestPerson, id: string) => {
  const { body } = await person.call('GET /api/contents/:id', { params: { id } });
  return Math.floor(body.positionMs / 1000);
};

describe.each(WALKED_LANGUAGES)('a session in %s', (language) => {
  it('is found, heard, taken up again here and elsewhere, finished and rated', async () => {
    const { page, visitor, person, content, contentId } = await openSession(undefined, language);
    const { t } = visitor;
    await page.clock.install();
    await page.goto('/content-library');
    await page.getByLabel(t('library:search.label')).fill(content.title);
    await page.waitForURL(/q=/);
    // Until what was found is there, the former list is, whose links go while they are pressed.
    await page.locator('main [aria-busy="false"]').waitFor();
    await page.getByRole('link', { name: content.title }).first().click();
    await startPlayback(visitor);
    await page.clock.fastForward(55_000);
    await page.clock.runFor(6_000);
    await pressButton(visitor, 'player:controls.pause');
    await expect.poll(() => readPosition(visitor)).toBeGreaterThanOrEqual(60);
    const place = await readPosition(visitor);
    await expect.poll(() => readServerPosition(person, contentId)).toBe(place);

    await page.reload();
    await page.getByText(t('player:resume.note')).waitFor();
    await expect.poll(() => readPosition(visitor)).toBe(place);

    const other = await testSite.openDeviceFor(person, { language });
    const elsewhere = other.visitor;
    // The clock of the first was moved on, so this one's is later still.
    await other.page.clock.install({ time: Date.now() + 120_000 });
    await other.page.goto(`/content/${contentId}`);
    await other.page.getByText(t('player:resume.note')).waitFor();
    await expect.poll(() => readPosition(elsewhere)).toBe(place);
    // The browser of the journeys has no voice, which is said for as long as the first sentence: time stands still for it.
    await other.page.clock.pauseAt(Date.now() + 150_000);
    await startPlayback(elsewhere);
    await other.page.getByText(t('player:noVoice')).waitFor();
    await other.page.clock.resume();
    await other.page.clock.fastForward(50_000);
    await pressButton(elsewhere, 'player:controls.pause');
    await expect
      .poll(() => readServerPosition(person, contentId))
      .toBeGreaterThanOrEqual(place + 50);
    await other.close();

    // Gone on with elsewhere, it stands there as soon as its page is opened again.
    await page
      .getByRole('link', { name: t('player:back') })
      .first()
      .click();
    await waitForHeading(visitor, 'library:title');
    await page.goForward();
    await expect.poll(() => readPosition(visitor)).toBeGreaterThanOrEqual(place + 50);

    await startPlayback(visitor);
    await page.clock.fastForward(content.durationMs);
    await page.clock.runFor(2_000);
    const rated = page.waitForResponse(
      (reply) => reply.url().endsWith('/rating') && reply.status() === 200,
    );
    await chooseRadio(visitor, 'player:rating.very_helpful');
    await rated;
    const stands = async () =>
      (await person.call('GET /api/contents/:id', { params: { id: contentId } })).body;
    await expect.poll(stands).toMatchObject({ completed: true, rating: 'very_helpful' });
  });

  it('jumped to its end is not called complete until it is marked, and asks for no rating before', async () => {
    const { page, visitor, open } = await openSession(undefined, language);
    const { t } = visitor;
    await open();
    const position = page.getByRole('slider', { name: t('player:progress.label') });
    await position.focus();
    await page.keyboard.press('End');
    // Not “5:30 of 5:30”, and no “Speed, 1 times”.
    await expect.poll(() => position.getAttribute('aria-valuetext')).toBe(t('player:progress.end'));
    await page.getByRole('button', { name: t('player:speed.nowOwn', { factor: '1' }) }).waitFor();
    await pressButton(visitor, 'player:controls.play');
    await page.getByRole('heading', { name: t('player:after.atEnd') }).waitFor();
    const complete = page.getByRole('heading', { name: t('player:after.title') });
    const question = page.getByText(t('player:rating.question'));
    expect([await complete.count(), await question.count()]).toEqual([0, 0]);
    await expectAccessible(page, 'an end that was jumped to');
    await pressButton(visitor, 'player:complete.mark');
    await complete.waitFor();
    await question.waitFor();
  });

  it('plays on while another page is read, and leads back to its rating', async () => {
    const { page, visitor, person, content, contentId, open } = await openSession(
      undefined,
      language,
    );
    const { t } = visitor;
    await page.clock.install();
    await open();
    await startPlayback(visitor);
    await page
      .getByRole('link', { name: t('player:back') })
      .first()
      .click();
    await page.waitForURL('**/content-library');
    const bar = page.getByRole('region', { name: t('player:mini.label') });
    await bar.getByRole('button', { name: t('player:controls.pause') }).waitFor();
    await expectAccessible(page, 'a page with the mini-player');
    await page.clock.fastForward(100_000);
    await bar.getByRole('button', { name: t('player:controls.pause') }).click();
    await bar.getByRole('button', { name: t('player:controls.play') }).click();
    // Long enough for this stretch to be noted before the way back.
    await page.clock.runFor(8_000);

    // Nothing is covered: at its end, what the page says stands above the bar.
    const room = await page.evaluate(() => {
      scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
      const content = document.querySelector('main')!.getBoundingClientRect();
      const held = document.querySelector('[data-held]')!.getBoundingClientRect();
      const targets = [...document.querySelectorAll('[data-held] section :is(a, button)')];
      return {
        covered: content.bottom - held.top,
        smallest: Math.min(
          ...targets.flatMap((target) => {
            const { width, height } = target.getBoundingClientRect();
            return [width, height];
          }),
        ),
      };
    });
    expect(room.covered).toBeLessThanOrEqual(1);
    expect(room.smallest).toBeGreaterThanOrEqual(44);

    await bar.getByRole('link').first().click();
    await page.waitForURL('**/content/*');
    await expect.poll(() => readPosition(visitor)).toBeGreaterThanOrEqual(100);
    await page.getByRole('button', { name: t('player:controls.pause') }).waitFor();
    await page.goBack();
    await page.clock.fastForward(content.durationMs);
    await page.clock.runFor(2_000);
    await bar.getByRole('link', { name: t('player:mini.rate'), exact: true }).click();
    await page.getByText(t('player:rating.question')).waitFor();
    // What played on after the way back counts as well, by the server too.
    const stands = async () =>
      (await person.call('GET /api/contents/:id', { params: { id: contentId } })).body.completed;
    await expect.poll(stands).toBe(true);
  });
});

describe('a session', () => {
  it('stops when an exposure is left, and is one tap away', async () => {
    const person = await testSite.createPerson();
    const { id } = await findPlayableSession(
      person,
      ({ kind, form, guard }) => kind === 'load' && form !== 'seat' && !guard,
    );
    const { page, visitor } = await testSite.openDeviceFor(person);
    await page.goto(`/content/${id}`);
    await startPlayback(visitor);
    await page
      .getByRole('link', { name: t('player:back') })
      .first()
      .click();
    await page.waitForURL('**/content-library');
    const bar = page.getByRole('region', { name: t('player:mini.label') });
    await bar.getByRole('button', { name: t('player:controls.play'), exact: true }).waitFor();
    await bar.getByRole('link').first().click();
    await page.waitForURL(`**/content/${id}`);
    await page.getByRole('button', { name: t('player:controls.play'), exact: true }).waitFor();
  });

  it('goes at the speed asked for, which is remembered, and breathes in its own seconds', async () => {
    const { page, visitor, content, open } = await openSession();
    await page.clock.install();
    await open();
    await pressButton(visitor, 'player:speed.nowOwn', { factor: 1 });
    const speed = page.getByRole('slider', { name: t('player:speed.label') });
    await speed.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: t('player:speed.now', { factor: 1.5 }) }).waitFor();
    // The time is the journey's own, so that a slow machine hears no more than another.
    await page.clock.pauseAt(Date.now() + 60_000);
    const before = await readPosition(visitor);
    await startPlayback(visitor);
    await page.clock.fastForward(120_000);
    await page.clock.runFor(500);
    const expected = advancePositionMs(content.cues, before * 1000, 120_500, 1.5, true) / 1000;
    await expect.poll(() => readPosition(visitor)).toBeGreaterThanOrEqual(Math.floor(expected));
    expect(await readPosition(visitor)).toBeLessThan(expected + 2);
  });

  it('marks the breath by touch where nobody speaks, until that is switched off', async () => {
    const person = await testSite.createPerson();
    const content = await findPlayableSession(
      person,
      (one) => playsWithoutInput(one) && one.cues.some(({ type }) => type === 'breathe'),
    );
    const { page, visitor } = await testSite.openDeviceFor(person, { hasTouch: true });
    await page.addInitScript(keepTouches);
    await page.clock.install();
    const countTouches = async (sound: string) => {
      await page.goto('/help');
      await page.evaluate((kept) => localStorage.setItem('envol-sound', kept), sound);
      await page.goto(`/content/${content.id}`);
      const breath = content.cues.find(({ type }) => type === 'breathe')!;
      const slider = page.getByRole('slider', { name: t('player:progress.label') });
      await slider.fill(`${Math.ceil(breath.at / 1000)}`);
      await startPlayback(visitor);
      await page.clock.runFor(12_000);
      return (await readTouches(page)).length;
    };
    expect(await countTouches('{}')).toBeGreaterThanOrEqual(2);
    expect(await countTouches('{"haptics":false}')).toBe(0);
  });

  it('stops by itself when the sleep timer says so, however often it was paused', async () => {
    const { page, visitor, open } = await openSession();
    await page.clock.install();
    await open();
    await pressButton(visitor, 'player:sleep.title');
    await page.locator('dialog[open] label', { hasText: /^5\s/ }).click();
    await page.keyboard.press('Escape');
    await startPlayback(visitor);
    await page.clock.fastForward(200_000);
    await pressButton(visitor, 'player:controls.pause');
    await page.clock.fastForward(3_600_000);
    await startPlayback(visitor);
    await page.clock.fastForward(80_000);
    await page.getByRole('button', { name: t('player:controls.pause') }).waitFor();
    await page.clock.runFor(25_000);
    await page.getByRole('button', { name: t('player:controls.play'), exact: true }).waitFor();
  });

  it('ends with the sign-in session', async () => {
    const { page, visitor, open } = await openSession();
    await open();
    await pressButton(visitor, 'player:controls.play');
    await page
      .getByRole('link', { name: t('player:back') })
      .first()
      .click();
    const bar = page.getByRole('region', { name: t('player:mini.label') });
    await bar.waitFor();
    await page
      .getByRole('link', { name: t('app:nav.profile') })
      .last()
      .click();
    await page.getByRole('link', { name: t('profile:tabs.settings') }).click();
    await pressButton(visitor, 'profile:signOut.button');
    await page.waitForURL('**/');
    await bar.waitFor({ state: 'detached' });
  });

  it('unpublished while it is open says so, and counts all the same', async () => {
    const { page, visitor, person, contentId, open } = await openSession();
    await open();
    await pressButton(visitor, 'player:controls.play');
    await expect.poll(() => readPosition(visitor)).toBeGreaterThan(1);
    const at = eq(contents.id, contentId);
    await testSite.server.db.update(contents).set({ unpublishedAt: new Date() }).where(at);
    await pressButton(visitor, 'player:controls.pause');
    await page.getByText(t('player:unpublished')).waitFor();
    await pressButton(visitor, 'player:complete.mark');
    const rated = page.waitForResponse((reply) => reply.url().endsWith('/rating'));
    await chooseRadio(visitor, 'player:rating.very_helpful');
    expect((await rated).status()).toBe(200);
    await testSite.server.db.update(contents).set({ unpublishedAt: null }).where(at);
    const params = { id: contentId };
    const stands = async () => (await person.call('GET /api/contents/:id', { params })).body;
    await expect.poll(stands).toMatchObject({ completed: true, rating: 'very_helpful' });
  });

  it('that nobody knows says so, with a way back', async () => {
    const { page } = await openSession();
    await page.goto('/content/01900000-0000-7000-8000-000000000000');
    await page.getByRole('heading', { name: t('player:notFound.title') }).waitFor();
    await page
      .getByRole('link', { name: t('player:back') })
      .first()
      .click();
    await page.waitForURL('**/content-library');
  });

  it('that is over has no player, and a quiet way to hear or read it again', async () => {
    const { page, visitor, open } = await openSession();
    await open();
    await pressButton(visitor, 'player:complete.mark');
    await page.getByText(t('player:rating.question')).waitFor();
    const play = page.getByRole('button', { name: t('player:controls.play'), exact: true });
    const pause = page.getByRole('button', { name: t('player:controls.pause'), exact: true });
    expect(await play.count()).toBe(0);
    await pressButton(visitor, 'player:after.again');
    await pause.click();
    await play.waitFor();
    expect(await page.getByText(t('player:rating.question')).count()).toBe(0);
  });

  it('rated without a network keeps the rating and sends it when the network is back', async () => {
    const { page, visitor, person, contentId, open } = await openSession();
    await open();
    await pressButton(visitor, 'player:complete.mark');
    await page.getByText(t('player:rating.question')).waitFor();
    await page.context().setOffline(true);
    await chooseRadio(visitor, 'player:rating.somewhat_helpful');
    const sent = page.waitForResponse(
      (response) => response.url().endsWith('/rating') && response.status() === 200,
    );
    await page.context().setOffline(false);
    await sent;
    const { body } = await person.call('GET /api/contents/:id', { params: { id: contentId } });
    expect(body.rating).toBe('somewhat_helpful');
  });
});
