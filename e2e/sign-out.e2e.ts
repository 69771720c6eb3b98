import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { assessmentDrafts } from '#server/features/assessment/table.ts';
import { contentTexts } from '#server/features/library/table.ts';
import type { Caller } from '#server/testing/people.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { arriveAt, press, secondsOf, type Visit } from './fixtures/steps.ts';
import { words } from './fixtures/words.ts';
import { aWorld } from './fixtures/world.ts';

const say = words('en');
const MARKER = 'zebra-lantern-4711';
const world = aWorld({ keepsPages: true });

/** A phone with nobody, and how somebody comes to be signed in on it. */
async function phone() {
  const opened = await world.stranger();
  const { visit } = opened;
  const be = (person: Caller) => world.signIn(opened.page, person);
  const leave = async (unsent = false) => {
    await opened.page.goto('/profile?tab=settings');
    await press(visit, 'profile:signOut.button');
    if (unsent) await press(visit, 'profile:signOut.unsent.leave');
    await opened.page.waitForURL((url) => url.pathname === '/');
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
  };
  return { ...opened, be, leave };
}

/** Everything that this device keeps of anybody, as text. */
const keptOn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('unreadable')));
      });
    const all: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        all.push(await done(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return JSON.stringify(all);
  });

/** A step of the ladder that the server could not take yet, and a draft: words about one's health. */
async function writeMuch(visit: Visit, person: Caller): Promise<void> {
  const { page } = visit;
  await page.route('**/api/ladder', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await page.goto('/ladder');
  await press(visit, 'ladder:list.add');
  await page.getByRole('dialog').getByRole('textbox').first().fill(MARKER);
  const refused = page.waitForResponse((reply) => reply.status() === 503);
  await page.getByRole('dialog').getByRole('button').last().click();
  await refused;
  await page.evaluate(
    ([id, marker]) => {
      localStorage.setItem(`envol-assessment-draft:${id}`, JSON.stringify({ marker }));
      localStorage.setItem(`envol-debrief-declined:${id}`, marker);
    },
    [person.id, MARKER] as const,
  );
  await expect.poll(() => keptOn(page)).toContain(MARKER);
}

/** A session with a recording in the library of a person. */
async function withRecording(person: Caller) {
  const id = (await person.call('GET /api/contents')).body.items[0]?.id ?? '';
  const { media } = world.site.app.dependencies.files;
  await mkdir(media, { recursive: true });
  await writeFile(path.join(media, 'sign-out.wav'), Buffer.alloc(20_000, 128));
  await world.site.db
    .update(contentTexts)
    .set({ recording: 'sign-out.wav' })
    .where(eq(contentTexts.contentId, id));
  const { body } = await person.call('GET /api/contents/:id', { params: { id } });
  return { id, recordingUrl: body.recordingUrl ?? '' };
}

/** Signs out in another tab of this phone. */
async function leaveElsewhere(page: Page): Promise<void> {
  const other = await page.context().newPage();
  await other.goto('/profile?tab=settings');
  await press({ page: other, say }, 'profile:signOut.button');
  await other.waitForURL((url) => url.pathname === '/');
  await other.close();
}

/** As a tab is that has not got round to hearing of the others yet. */
const makeDeaf = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('storage', (event) => event.stopImmediatePropagation()),
  );

const withLadder = async () => {
  const person = await world.person({});
  const step = { id: randomUUID(), area: 'fear_heights', material: 'own', words: 'A terrace' };
  await person.send('PUT /api/ladder', { body: { steps: [step] } });
  return person;
};

it('whoever signs out leaves nothing on the device, not even what could not be sent', async () => {
  const { page, visit, be, leave, close } = await phone();
  const person = await withLadder();
  await be(person);
  await writeMuch(visit, person);
  await page.goto('/profile?tab=settings');
  await press(visit, 'profile:signOut.button');
  await page.getByText(say('profile:signOut.unsent.text', { count: 1 })).waitFor();
  await expectAccessible(page, 'a question before signing out');
  await press(visit, 'profile:signOut.unsent.stay');
  await expect.poll(() => keptOn(page)).toContain(MARKER);
  await leave(true);
  await expect.poll(() => keptOn(page)).not.toContain(MARKER);
  await close();
});

it('a sign-out that fails says so inside its question, and in sight where none is asked', async () => {
  const { page, visit, be, close } = await phone();
  const person = await withLadder();
  await be(person);
  await page.goto('/profile?tab=settings');
  await page.route('**/api/auth/sign-out', (route) => route.abort());
  const failed = page.getByRole('alert').filter({ hasText: say('errors:sign_out') });
  const isUncovered = () =>
    failed.evaluate((element) => {
      const { left, bottom } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 30, bottom - 4));
    });
  await press(visit, 'profile:signOut.button');
  await failed.getByText(say('errors:sign_out_safe')).waitFor();
  await failed.getByText(say('errors:network')).waitFor();
  await expect.poll(isUncovered).toBe(true);
  await writeMuch(visit, person);
  await page.goto('/profile?tab=settings');
  await press(visit, 'profile:signOut.button');
  await press(visit, 'profile:signOut.unsent.leave');
  const question = page.getByRole('dialog');
  await question.getByText(say('errors:sign_out_safe')).waitFor();
  await expectAccessible(page, 'a sign-out that failed');
  expect(await keptOn(page)).toContain(MARKER);
  await press(visit, 'profile:signOut.unsent.stay');
  await question.waitFor({ state: 'hidden' });
  expect(await failed.count()).toBe(0);
  await close();
});

it('what waits is sent before its person is signed out', async () => {
  const { page, visit, be, close } = await phone();
  const person = await withLadder();
  await be(person);
  await writeMuch(visit, person);
  const refused = page.waitForResponse((reply) => reply.status() === 503);
  await page.goto('/profile?tab=settings');
  await refused;
  await page.unroute('**/api/ladder');
  const taken = page.waitForResponse(
    (reply) => reply.request().method() === 'PUT' && reply.status() === 200,
  );
  await press(visit, 'profile:signOut.button');
  expect((await taken).request().postData()).toContain(MARKER);
  await page.waitForURL((url) => url.pathname === '/');
  await close();
});

it.each(['en', 'fr'] as const)(
  'answers under way that only this device has are sent before signing out, or asked about (%s)',
  async (language) => {
    const { page, visit, be, close } = await phone();
    const person = await world.person({ language });
    const own = { ...visit, say: words(language) };
    await be(person);
    await page.goto('/profile?tab=settings');
    const draft = { answers: { fear_heights: 7 }, pending: true, at: new Date().toISOString() };
    await page.evaluate(
      ([id, text]) => localStorage.setItem(`envol-assessment-draft:${id}`, text),
      [person.id, JSON.stringify(draft)] as const,
    );
    await page.route('**/api/assessment/answers', (route) => route.abort());
    await press(own, 'profile:signOut.button');
    await page.getByText(own.say('profile:signOut.unsent.answers')).waitFor();
    await expectAccessible(page, 'a question before signing out');
    await press(own, 'profile:signOut.unsent.stay');
    expect(await keptOn(page)).toContain('fear_heights');

    await page.unroute('**/api/assessment/answers');
    await press(own, 'profile:signOut.button');
    await page.waitForURL((url) => url.pathname === '/');
    const kept = await world.site.db
      .select({ answers: assessmentDrafts.answers })
      .from(assessmentDrafts)
      .where(eq(assessmentDrafts.userId, person.id));
    expect(kept).toEqual([{ answers: { fear_heights: 7 } }]);
    await close();
  },
);

it('what was heard counts when its person signs out while it plays', async () => {
  const { page, visit, be, close } = await phone();
  const person = await world.person({});
  await be(person);
  const id = (await person.call('GET /api/contents')).body.items[0]?.id ?? '';
  await page.goto(`/content/${id}`);
  await press(visit, 'player:controls.play');
  await expect.poll(() => secondsOf(visit)).toBeGreaterThan(1);
  const links = (name: string) => page.getByRole('link', { name: say(name) });
  await links('player:back').first().click();
  await links('app:nav.profile').last().click();
  await links('profile:tabs.settings').click();
  const counted = page.waitForResponse((reply) => reply.url().endsWith('/api/listens'));
  await press(visit, 'profile:signOut.button');
  expect((await counted).status()).toBe(200);
  await page.waitForURL((url) => url.pathname === '/');
  await close();
});

it('whoever signs in finds nothing of who was there before on the device', async () => {
  const { page, visit, be, close } = await phone();
  const person = await withLadder();
  await be(person);
  await writeMuch(visit, person);
  await be(await world.person({}));
  await page.goto('/profile?tab=settings');
  await page.getByRole('button', { name: say('profile:signOut.button') }).waitFor();
  await expect.poll(() => keptOn(page)).not.toContain(MARKER);
  await close();
});

it('the way back after signing out shows no page of before', async () => {
  const { page, be, leave, close } = await phone();
  const person = await withLadder();
  await be(person);
  await page.goto('/ladder');
  await page.getByText('A terrace').first().waitFor();
  await leave();
  await page.evaluate(() => history.go(-2));
  await page
    .getByRole('heading', { level: 1 })
    .filter({ hasNotText: say('ladder:title') })
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/ladder');
  expect(await page.getByText('A terrace').count()).toBe(0);
  await close();
});

it('a ladder that is refused after its page was left says so when the person is back', async () => {
  const { page, visit, be, close } = await phone();
  await be(await withLadder());
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/ladder', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await answer.promise;
    return route.fulfill({ status: 409, json: { error: { code: 'too_many' } } });
  });
  await page.goto('/ladder');
  await press(visit, 'ladder:list.add');
  await page.getByRole('dialog').getByRole('textbox').first().fill(MARKER);
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.getByText(MARKER).first().waitFor();
  await page.getByRole('navigation').last().getByRole('link').nth(1).click();
  await page.waitForURL((url) => url.pathname !== '/ladder');
  const refused = page.waitForResponse((reply) => reply.status() === 409);
  answer.resolve();
  await refused;
  await page.goBack();
  await page.getByText(say('ladder:refused')).waitFor();
  await expect.poll(() => page.getByText(MARKER).count()).toBe(0);
  await close();
});

it('a tab that is open when another person signs in becomes theirs', async () => {
  const { page, visit, be, close } = await phone();
  await be(await withLadder());
  await page.goto('/ladder');
  await page.getByText('A terrace').first().waitFor();
  await be(await world.person({}));
  const loaded = page.waitForEvent('domcontentloaded');
  await page.getByRole('navigation').last().getByRole('link').nth(1).click();
  await loaded;
  await page.goto('/ladder');
  await page.getByRole('button', { name: say('ladder:empty.propose') }).waitFor();
  expect(await page.getByText('A terrace').count()).toBe(0);
  await arriveAt(visit, 'ladder:title');
  await close();
});

it('a tab that is open when its person signs out in another shows nothing of theirs any more', async () => {
  const { page, be, close } = await phone();
  await be(await withLadder());
  await page.goto('/ladder');
  await page.getByText('A terrace').first().waitFor();
  await leaveElsewhere(page);
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByText('A terrace').count()).toBe(0);
  await close();
});

it('what is written after signing out in another tab is not kept', async () => {
  const { page, visit, be, close } = await phone();
  await be(await withLadder());
  await makeDeaf(page);
  await page.goto('/ladder');
  await press(visit, 'ladder:list.add');
  await leaveElsewhere(page);
  await page.getByRole('dialog').getByRole('textbox').first().fill(MARKER);
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.waitForURL((url) => url.pathname === '/auth');
  await expect.poll(() => keptOn(page)).not.toContain(MARKER);
  await close();
});

it('a download under way is not kept once its person signed out in another tab', async () => {
  const { page, visit, be, close } = await phone();
  const person = await world.person({});
  await be(person);
  const { id, recordingUrl } = await withRecording(person);
  let arrive = () => {};
  const asked = Promise.withResolvers<void>();
  await page.route(`**${recordingUrl}`, async (route) => {
    const held = new Promise<void>((resolve) => (arrive = resolve));
    asked.resolve();
    await held;
    await route.continue();
  });
  await makeDeaf(page);
  await page.goto(`/content/${id}`);
  await press(visit, 'downloads:download');
  await asked.promise;
  await leaveElsewhere(page);
  // Somebody else is there by now, whom the server would let have it.
  await be(await world.person({}));
  arrive();
  await page
    .getByText(say('downloads:failed.unknown'))
    .or(page.getByText(say('downloads:failed.network')))
    .waitFor();
  const kept = () =>
    page.evaluate(async () => {
      const cache = await caches.open('envol-recordings');
      return (await cache.keys()).length;
    });
  await expect.poll(kept).toBe(0);
  await expect.poll(() => keptOn(page)).not.toContain(person.id);
  await close();
});

it('a recording that was heard is not played from this device after signing out', async () => {
  const { page, be, leave, close } = await phone();
  const person = await world.person({});
  await be(person);
  const { recordingUrl } = await withRecording(person);
  const ask = () => page.evaluate(async (url) => (await fetch(url)).status, recordingUrl);
  await page.goto('/profile?tab=settings');
  expect(await ask()).toBe(200);
  await leave();
  expect(await ask()).toBe(401);
  await close();
});
