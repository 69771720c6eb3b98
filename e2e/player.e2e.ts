import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { contents, contentTexts } from '#server/features/library/table.ts';
import type { Caller } from '#server/testing/people.ts';
import { walk } from '#web/features/narration/model.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { arriveAt, choose, play, press, secondsOf } from './fixtures/steps.ts';
import { words } from './fixtures/words.ts';
import { aWorld } from './fixtures/world.ts';

const world = aWorld();

const say = words('en');

/** Somebody with a pass, at the page of the newest session. */
async function openSession(
  before: (contentId: string) => Promise<unknown> = record(null),
  language: 'en' | 'fr' = 'en',
) {
  const person = await world.person({ state: 'pass', language });
  const { body } = await person.call('GET /api/contents');
  const contentId = body.items[0]?.id ?? '';
  await before(contentId);
  const phone = await world.deviceOf(person, { language });
  return { ...phone, person, contentId, open: () => phone.page.goto(`/content/${contentId}`) };
}

/** A tone of some seconds, 8 kHz, 16 bit, as a WAV file. */
function tone(seconds: number): Buffer {
  const rate = 8000;
  const samples = seconds * rate;
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let i = 0; i < samples; i++)
    file.writeInt16LE(Math.round(8000 * Math.sin(i / 4)), 44 + i * 2);
  return file;
}

const record = (recording: string | null) => (contentId: string) =>
  world.site.db
    .update(contentTexts)
    .set({ recording })
    .where(eq(contentTexts.contentId, contentId));

describe('a session with a recorded narration', () => {
  it('is played from the file, by ranges, and the captions follow it', async () => {
    const { media } = world.site.app.dependencies.files;
    await mkdir(media, { recursive: true });
    await writeFile(path.join(media, 'journey-tone.wav'), tone(30));
    const { page, visit, open, close, complaints } = await openSession(record('journey-tone.wav'));
    const ranged = page.waitForResponse(
      (response) => response.url().endsWith('journey-tone.wav') && response.status() === 206,
    );
    await open();
    await play(visit);
    await ranged;
    const position = page.getByRole('slider', { name: say('player:progress.label') });
    const start = Number(await position.inputValue());
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(start);
    await press(visit, 'player:controls.forward');
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(start + 5);
    expect(complaints).toEqual([]);
    await close();
  });

  it('goes on in words when the file is missing', async () => {
    const { page, visit, open, close } = await openSession(record('not-there.wav'));
    await open();
    await press(visit, 'player:controls.play');
    const position = page.getByRole('slider', { name: say('player:progress.label') });
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0);
    await close();
  });
});

/** Where somebody's session stands by the server, in whole seconds. */
const keptSeconds = async (person: Caller, id: string) => {
  const { body } = await person.call('GET /api/contents/:id', { params: { id } });
  return Math.floor(body.positionMs / 1000);
};

describe.each(['en', 'fr'] as const)('a session in %s', (language) => {
  it('is found, heard, taken up again here and elsewhere, finished and rated', async () => {
    const { page, visit, person, contentId, complaints, close } = await openSession(
      undefined,
      language,
    );
    const { say: words } = visit;
    const { body: content } = await person.call('GET /api/contents/:id', {
      params: { id: contentId },
    });
    await page.clock.install();
    await page.goto('/content-library');
    await page.getByLabel(words('library:search.label')).fill(content.title);
    await page.waitForURL(/search|q=/);
    await page.getByRole('link', { name: content.title }).first().click();
    await play(visit);
    await page.clock.fastForward(55_000);
    await page.clock.runFor(6_000);
    await press(visit, 'player:controls.pause');
    await expect.poll(() => secondsOf(visit)).toBeGreaterThanOrEqual(60);
    const place = await secondsOf(visit);
    await expect.poll(() => keptSeconds(person, contentId)).toBe(place);

    await page.reload();
    await page.getByText(words('player:resume.note')).waitFor();
    await expect.poll(() => secondsOf(visit)).toBe(place);

    const other = await world.deviceOf(person, { language });
    const elsewhere = other.visit;
    // The clock of the first was moved on, so this one's is later still.
    await other.page.clock.install({ time: Date.now() + 120_000 });
    await other.page.goto(`/content/${contentId}`);
    await other.page.getByText(words('player:resume.note')).waitFor();
    await expect.poll(() => secondsOf(elsewhere)).toBe(place);
    await play(elsewhere);
    await other.page.clock.fastForward(50_000);
    await press(elsewhere, 'player:controls.pause');
    await expect.poll(() => keptSeconds(person, contentId)).toBeGreaterThanOrEqual(place + 50);
    await other.close();

    // Gone on with elsewhere, it stands there as soon as its page is opened again.
    await page
      .getByRole('link', { name: words('player:back') })
      .first()
      .click();
    await arriveAt(visit, 'library:title');
    await page.goBack();
    await expect.poll(() => secondsOf(visit)).toBeGreaterThanOrEqual(place + 50);

    await play(visit);
    await page.clock.fastForward(content.durationMs);
    await page.clock.runFor(2_000);
    const rated = page.waitForResponse(
      (reply) => reply.url().endsWith('/rating') && reply.status() === 200,
    );
    await choose(visit, 'player:rating.very_helpful');
    await rated;
    const stands = async () =>
      (await person.call('GET /api/contents/:id', { params: { id: contentId } })).body;
    await expect.poll(stands).toMatchObject({ completed: true, rating: 'very_helpful' });
    expect(complaints).toEqual([]);
    await close();
  });

  it('jumped to its end is not called complete until it is marked, and asks for no rating before', async () => {
    const { page, visit, open, complaints, close } = await openSession(undefined, language);
    const { say: words } = visit;
    await open();
    const position = page.getByRole('slider', { name: words('player:progress.label') });
    await position.focus();
    await page.keyboard.press('End');
    await press(visit, 'player:controls.play');
    await page.getByRole('heading', { name: words('player:after.atEnd') }).waitFor();
    const complete = page.getByRole('heading', { name: words('player:after.title') });
    const question = page.getByText(words('player:rating.question'));
    expect([await complete.count(), await question.count()]).toEqual([0, 0]);
    await expectAccessible(page, 'an end that was jumped to');
    await press(visit, 'player:complete.mark');
    await complete.waitFor();
    await question.waitFor();
    expect(complaints).toEqual([]);
    await close();
  });

  it('plays on while another page is read, and leads back to its rating', async () => {
    const { page, visit, person, contentId, open, complaints, close } = await openSession(
      undefined,
      language,
    );
    const { say: words } = visit;
    await page.clock.install();
    await open();
    await play(visit);
    await page
      .getByRole('link', { name: words('player:back') })
      .first()
      .click();
    await page.waitForURL('**/content-library');
    const bar = page.getByRole('region', { name: words('player:mini.label') });
    await bar.getByRole('button', { name: words('player:controls.pause') }).waitFor();
    await expectAccessible(page, 'a page with the mini-player');
    await page.clock.fastForward(100_000);
    await bar.getByRole('button', { name: words('player:controls.pause') }).click();
    await bar.getByRole('button', { name: words('player:controls.play') }).click();
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
    await expect.poll(() => secondsOf(visit)).toBeGreaterThanOrEqual(100);
    await page.getByRole('button', { name: words('player:controls.pause') }).waitFor();
    await page.goBack();
    await page.clock.fastForward(900_000);
    await page.clock.runFor(2_000);
    await bar.getByRole('link', { name: words('player:mini.rate'), exact: true }).click();
    await page.getByText(words('player:rating.question')).waitFor();
    // What played on after the way back counts as well, by the server too.
    const stands = async () =>
      (await person.call('GET /api/contents/:id', { params: { id: contentId } })).body.completed;
    await expect.poll(stands).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('a session', () => {
  it('goes at the speed asked for, which is remembered, and breathes in its own seconds', async () => {
    const { page, visit, person, contentId, open, close } = await openSession();
    const params = { id: contentId };
    const { cues } = (await person.call('GET /api/contents/:id', { params })).body;
    await page.clock.install();
    await open();
    await press(visit, 'player:speed.now', { factor: 1 });
    const speed = page.getByRole('slider', { name: say('player:speed.label') });
    await speed.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: say('player:speed.now', { factor: 1.5 }) }).waitFor();
    // The time is the journey's own, so that a slow machine hears no more than another.
    await page.clock.pauseAt(Date.now() + 60_000);
    const before = await secondsOf(visit);
    await play(visit);
    await page.clock.fastForward(120_000);
    await page.clock.runFor(500);
    const expected = walk(cues, before * 1000, 120_500, 1.5) / 1000;
    await expect.poll(() => secondsOf(visit)).toBeGreaterThanOrEqual(Math.floor(expected));
    expect(await secondsOf(visit)).toBeLessThan(expected + 2);
    await close();
  });

  it('stops by itself when the sleep timer says so, however often it was paused', async () => {
    const { page, visit, open, close } = await openSession();
    await page.clock.install();
    await open();
    await press(visit, 'player:sleep.title');
    await page.locator('dialog[open] label', { hasText: /^5\s/ }).click();
    await page.keyboard.press('Escape');
    await play(visit);
    await page.clock.fastForward(200_000);
    await press(visit, 'player:controls.pause');
    await page.clock.fastForward(3_600_000);
    await play(visit);
    await page.clock.fastForward(80_000);
    await page.getByRole('button', { name: say('player:controls.pause') }).waitFor();
    await page.clock.runFor(25_000);
    await page.getByRole('button', { name: say('player:controls.play'), exact: true }).waitFor();
    const place = await secondsOf(visit);
    expect(place).toBeGreaterThanOrEqual(268);
    expect(place).toBeLessThan(280);
    await close();
  });

  it('ends with the sign-in session', async () => {
    const { page, visit, open, close } = await openSession();
    await open();
    await press(visit, 'player:controls.play');
    await page
      .getByRole('link', { name: say('player:back') })
      .first()
      .click();
    const bar = page.getByRole('region', { name: say('player:mini.label') });
    await bar.waitFor();
    await page
      .getByRole('link', { name: say('app:nav.profile') })
      .last()
      .click();
    await page.getByRole('link', { name: say('profile:tabs.settings') }).click();
    await press(visit, 'profile:signOut.button');
    await page.waitForURL('**/');
    await bar.waitFor({ state: 'detached' });
    await close();
  });

  it('withdrawn while it is open says so, and counts all the same', async () => {
    const { page, visit, person, contentId, open, close } = await openSession();
    await open();
    await press(visit, 'player:controls.play');
    await expect.poll(() => secondsOf(visit)).toBeGreaterThan(1);
    const at = eq(contents.id, contentId);
    await world.site.db.update(contents).set({ withdrawnAt: new Date() }).where(at);
    await press(visit, 'player:controls.pause');
    await page.getByText(say('player:withdrawn')).waitFor();
    await press(visit, 'player:complete.mark');
    const rated = page.waitForResponse((reply) => reply.url().endsWith('/rating'));
    await choose(visit, 'player:rating.very_helpful');
    expect((await rated).status()).toBe(200);
    await world.site.db.update(contents).set({ withdrawnAt: null }).where(at);
    const params = { id: contentId };
    const stands = async () => (await person.call('GET /api/contents/:id', { params })).body;
    await expect.poll(stands).toMatchObject({ completed: true, rating: 'very_helpful' });
    await close();
  });

  it('that nobody knows says so, with a way back', async () => {
    const { page, close } = await openSession();
    await page.goto('/content/01900000-0000-7000-8000-000000000000');
    await page.getByRole('heading', { name: say('player:notFound.title') }).waitFor();
    await page
      .getByRole('link', { name: say('player:back') })
      .first()
      .click();
    await page.waitForURL('**/content-library');
    await close();
  });

  it('that is over has no player, and a quiet way to hear or read it again', async () => {
    const { page, visit, open, close } = await openSession();
    await open();
    await press(visit, 'player:complete.mark');
    await page.getByText(say('player:rating.question')).waitFor();
    const play = page.getByRole('button', { name: say('player:controls.play'), exact: true });
    const pause = page.getByRole('button', { name: say('player:controls.pause'), exact: true });
    expect(await play.count()).toBe(0);
    await press(visit, 'player:after.again');
    await pause.click();
    await play.waitFor();
    expect(await page.getByText(say('player:rating.question')).count()).toBe(0);
    await close();
  });

  it('rated without a network keeps the rating and sends it when the network is back', async () => {
    const { page, visit, person, contentId, open, close } = await openSession();
    await open();
    await press(visit, 'player:complete.mark');
    await page.getByText(say('player:rating.question')).waitFor();
    await page.context().setOffline(true);
    await choose(visit, 'player:rating.somewhat_helpful');
    const sent = page.waitForResponse(
      (response) => response.url().endsWith('/rating') && response.status() === 200,
    );
    await page.context().setOffline(false);
    await sent;
    const { body } = await person.call('GET /api/contents/:id', { params: { id: contentId } });
    expect(body.rating).toBe('somewhat_helpful');
    await close();
  });
});
