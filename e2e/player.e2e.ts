import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentTexts } from '#server/features/library/table.ts';
import { makePerson } from '#server/testing/people.ts';
import { launchBrowser, openPhone } from './fixtures/browser.ts';
import { type Site, startSite } from './fixtures/site.ts';
import { choose, press, type Visit } from './fixtures/steps.ts';
import { words } from './fixtures/words.ts';

let browser: Browser;
let site: Site;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startSite()]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

const say = words('en');

/** Somebody with a pass, at the page of the newest session. */
async function openSession(
  before: (contentId: string) => Promise<unknown> = async () => undefined,
) {
  const person = await makePerson(site.app, site.db, { state: 'pass' });
  const { body } = await person.call('GET /api/contents');
  const contentId = body.items[0]?.id ?? '';
  await before(contentId);
  const phone = await openPhone(browser, site.url);
  const [name = '', value = ''] = person.cookie().split('=');
  await phone.page.context().addCookies([{ name, value, url: site.url }]);
  const visit: Visit = { page: phone.page, say };
  return {
    ...phone,
    visit,
    person,
    contentId,
    open: () => phone.page.goto(`/content/${contentId}`),
  };
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

const record = (recording: string) => (contentId: string) =>
  site.db.update(contentTexts).set({ recording }).where(eq(contentTexts.contentId, contentId));

describe('a session with a recorded narration', () => {
  it('is played from the file, by ranges, and the captions follow it', async () => {
    const { media } = site.app.dependencies.files;
    await mkdir(media, { recursive: true });
    await writeFile(path.join(media, 'journey-tone.wav'), tone(30));
    const { page, visit, open, close, complaints } = await openSession(record('journey-tone.wav'));
    const ranged = page.waitForResponse(
      (response) => response.url().endsWith('journey-tone.wav') && response.status() === 206,
    );
    await open();
    await press(visit, 'player:controls.play');
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
    await expect
      .poll(async () => Number(await position.inputValue()), { timeout: 15_000 })
      .toBeGreaterThan(0);
    await close();
  });
});

describe('a session', () => {
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
