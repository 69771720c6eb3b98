import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { contents, contentTexts } from '#server/features/library/table.ts';
import { expectAccessible, fitsAtDoubleText } from './fixtures/browser.ts';
import { choose, press, type Visit } from './fixtures/steps.ts';
import { aWorld, SMALL } from './fixtures/world.ts';

const world = aWorld();
let sessions: { id: string; title: string }[];
beforeAll(async () => {
  const { media } = world.site.app.dependencies.files;
  await mkdir(media, { recursive: true });
  await writeFile(path.join(media, 'download-tone.wav'), tone(3));
});

/** A tone of some seconds, 8 kHz, 8 bit, as a WAV file: 8 kB a second. */
function tone(seconds: number): Buffer {
  const samples = 8000 * seconds;
  const file = Buffer.alloc(44 + samples);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples, 4);
  file.write('WAVEfmt ', 8);
  for (const [value, at] of [
    [16, 16],
    [8000, 24],
    [8000, 28],
  ] as const)
    file.writeUInt32LE(value, at);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [1, 32],
    [8, 34],
  ] as const)
    file.writeUInt16LE(value, at);
  file.write('data', 36);
  file.writeUInt32LE(samples, 40);
  for (let i = 0; i < samples; i++) file[44 + i] = 128 + Math.round(60 * Math.sin(i / 4));
  return file;
}

/** Somebody with a pass, at the page of a session; the `nth` of the library, so that journeys keep apart. */
async function listener(nth: number, language: 'en' | 'fr' = 'en', recording?: string) {
  const person = await world.person({ language, state: 'pass' });
  sessions = (await person.call('GET /api/contents', { query: {} })).body.items;
  const session = sessions[nth];
  if (!session) throw new Error('the library is empty');
  if (recording)
    await world.site.db
      .update(contentTexts)
      .set({ recording })
      .where(eq(contentTexts.contentId, session.id));
  const phone = await world.deviceOf(person, { ...SMALL, language });
  await phone.page.goto(`/content/${session.id}`);
  return { ...phone, person, session };
}

/** How many sessions and recordings this browser keeps. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const recordings = (await caches.has('envol-recordings'))
      ? (await (await caches.open('envol-recordings')).keys()).length
      : 0;
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes('envol-downloads')) return { sessions: 0, recordings };
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('envol-downloads');
      request.addEventListener('success', () => resolve(request.result));
    });
    if (!database.objectStoreNames.contains('sessions')) return { sessions: 0, recordings };
    const found = await new Promise<number>((resolve) => {
      const request = database.transaction('sessions').objectStore('sessions').count();
      request.addEventListener('success', () => resolve(request.result));
    });
    database.close();
    return { sessions: found, recordings };
  });

/** The button that removes what is now kept. */
const kept = ({ page, say }: Visit) =>
  page.getByRole('button', { name: say('downloads:remove'), exact: true }).waitFor();

describe.each(['en', 'fr'] as const)('in %s', (language) => {
  it('a session that was downloaded opens and plays to its end with the network cut, and its rating is not lost', async () => {
    const nth = language === 'en' ? 0 : 1;
    const { page, person, session, visit, complaints, close } = await listener(
      nth,
      language,
      'download-tone.wav',
    );
    const { say } = visit;
    await press(visit, 'downloads:download');
    await kept(visit);
    await page
      .getByText(/3\d\s?(kB|ko)/)
      .first()
      .waitFor();
    await expectAccessible(page, 'a session that is downloaded');
    expect(await fitsAtDoubleText(page)).toBe(true);
    await expect.poll(() => keptIn(page)).toEqual({ sessions: 1, recordings: 1 });

    await page.goto('/content-library');
    await page.locator('main li a[href^="/content/"]').nth(19).waitFor();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.getByText(say('downloads:section.offline')).waitFor();
    await expectAccessible(page, 'the library without a network');
    await page.locator(`details a[href="/content/${session.id}"]`).click();
    await page.getByRole('heading', { level: 1, name: session.title }).waitFor();
    await press(visit, 'player:controls.play');
    // Three seconds of sound are the whole session; without the file it would take minutes.
    await page.getByText(say('player:rating.question')).waitFor();
    await choose(visit, 'player:rating.very_helpful');

    const sent = page.waitForResponse(
      (response) => response.url().endsWith('/rating') && response.status() === 200,
    );
    await page.context().setOffline(false);
    await sent;
    const stands = async () => {
      const { body } = await person.call('GET /api/contents/:id', { params: { id: session.id } });
      return [body.rating, body.completed];
    };
    await expect.poll(stands).toEqual(['very_helpful', true]);

    await page.goto('/profile?tab=settings');
    const remove = page.getByRole('button', {
      name: say('downloads:settings.remove', { title: session.title }),
    });
    await remove.waitFor();
    await expectAccessible(page, 'the settings with a download');
    expect(await fitsAtDoubleText(page)).toBe(true);
    await remove.click();
    await page.getByText(say('downloads:settings.none')).waitFor();
    await expect.poll(() => keptIn(page)).toEqual({ sessions: 0, recordings: 0 });
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('a download', () => {
  it('shows how far it is, and leaves nothing when it is stopped', async () => {
    const { page, visit, close } = await listener(2, 'en', 'download-tone.wav');
    await page.addInitScript(() => {
      const fetch = globalThis.fetch;
      // A server that sends the first third and then waits.
      globalThis.fetch = async (input, init) => {
        if (typeof input !== 'string' || !input.startsWith('/media/')) return fetch(input, init);
        const body = new ReadableStream({
          start(controller) {
            controller.enqueue(new Uint8Array(8_000));
            init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
          },
        });
        return new Response(body, { headers: { 'content-length': '24044' } });
      };
    });
    await page.reload();
    await press(visit, 'downloads:download');
    await page.getByText('8 kB of 24 kB').waitFor();
    await expectAccessible(page, 'a download under way');
    await press(visit, 'downloads:stop');
    await page.getByRole('button', { name: visit.say('downloads:download') }).waitFor();
    await expect.poll(() => keptIn(page)).toEqual({ sessions: 0, recordings: 0 });
    await close();
  });

  it.each(['Cache', 'IDBObjectStore'] as const)(
    'that finds no room (%s) says so, and keeps no half',
    async (place) => {
      const { page, visit, close } = await listener(2, 'en', 'download-tone.wav');
      await page.addInitScript((name) => {
        const { prototype } = globalThis[name as 'Cache'];
        const put = Reflect.get(prototype, 'put') as (
          this: unknown,
          ...input: unknown[]
        ) => unknown;
        Object.assign(prototype, {
          put(this: unknown, ...input: unknown[]) {
            const isOther =
              name !== 'Cache' && !('owner' in Object(input[0]) && 'bytes' in Object(input[0]));
            if (isOther) return put.apply(this, input);
            throw new DOMException('no room', 'QuotaExceededError');
          },
        });
      }, place);
      await page.reload();
      await press(visit, 'downloads:download');
      await page.getByText(visit.say('downloads:failed.full')).waitFor();
      await expectAccessible(page, 'a download without room');
      await expect.poll(() => keptIn(page)).toEqual({ sessions: 0, recordings: 0 });
      await close();
    },
  );

  it('follows its session when that is changed, and goes when it is withdrawn', async () => {
    const { page, session, visit, close } = await listener(3);
    const { say } = visit;
    await press(visit, 'downloads:download');
    await kept(visit);
    const at = eq(contentTexts.contentId, session.id);
    await world.site.db.update(contentTexts).set({ title: 'Another title' }).where(at);
    await page.goto('/profile?tab=settings');
    await page.getByRole('link', { name: 'Another title' }).waitFor();

    const itself = eq(contents.id, session.id);
    await world.site.db.update(contents).set({ withdrawnAt: new Date() }).where(itself);
    await page.reload();
    await page
      .getByText(say('downloads:withdrawn.text', { title: 'Another title' }))
      .first()
      .waitFor();
    await page.getByText(say('downloads:settings.none')).waitFor();
    await expect.poll(() => keptIn(page)).toEqual({ sessions: 0, recordings: 0 });
    await world.site.db.update(contents).set({ withdrawnAt: null }).where(itself);
    await close();
  });

  it('is opened in the place of a network that does not answer', async () => {
    const { page, session, visit, close } = await listener(5, 'en', 'download-tone.wav');
    await press(visit, 'downloads:download');
    await kept(visit);
    await page.route(`**/api/contents/${session.id}`, () => {});
    await page.reload();
    await page.getByRole('heading', { level: 1, name: session.title }).waitFor();
    await press(visit, 'player:controls.play');
    await page.getByText(visit.say('player:rating.question')).waitFor();
    await close();
  });

  it('that a closed tab left half done is tidied away', async () => {
    const { page, visit, close } = await listener(5, 'en', 'download-tone.wav');
    await press(visit, 'downloads:download');
    await kept(visit);
    await page.evaluate(async () =>
      (await caches.open('envol-recordings')).put('/media/left-behind', new Response('half')),
    );
    await page.reload();
    await expect.poll(() => keptIn(page)).toEqual({ sessions: 1, recordings: 1 });
    await close();
  });

  it('belongs to the person: signing out removes it', async () => {
    const { page, visit, close } = await listener(4, 'en', 'download-tone.wav');
    await press(visit, 'downloads:download');
    await kept(visit);
    await page.goto('/profile?tab=settings');
    await page.getByRole('button', { name: visit.say('profile:signOut.button') }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await expect.poll(() => keptIn(page)).toEqual({ sessions: 0, recordings: 0 });
    await close();
  });
});
