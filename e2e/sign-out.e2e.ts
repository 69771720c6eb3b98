// @module-tag whole
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { assessmentDrafts } from '#server/features/assessment/table.ts';
import { contentTexts } from '#server/features/contents/table.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { findPlayableSession } from './fixtures/sessions.ts';
import { waitForHeading, pressButton, readPosition, type Visitor } from './fixtures/steps.ts';
import { createTranslator } from './fixtures/translations.ts';
import { createTestSite, WALKED_LANGUAGES } from './fixtures/test-site.ts';
import { leaveUnfinishedWrite } from './fixtures/unfinished-writes.ts';
import { SERVER_MARK_HEADERS } from '#web/lib/testing/server-replies.ts';

const t = createTranslator('en');
const TOO_MANY = { error: { code: 'too_many' } };
const MARKER = 'zebra-lantern-4711';
const testSite = createTestSite();

/** Opens a device with functions to sign a person in, by their cookie, and out, by the page. */
async function openPhone(options: { keepsPages?: boolean } = {}) {
  const opened = await testSite.openVisitor(options);
  const signInAs = (person: TestPerson) => testSite.authenticate(opened.page, person);
  const signOut = async (unsent = false) => {
    await opened.page.goto('/profile?tab=settings');
    await pressButton(opened.visitor, 'profile:signOut.button');
    if (unsent) await pressButton(opened.visitor, 'profile:signOut.unsent.leave');
    await opened.page.waitForURL((url) => url.pathname === '/');
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
  };
  return { ...opened, signInAs, signOut };
}

/** Everything in the storage of a page's device, as JSON. */
const readStorage = (page: Page): Promise<string> =>
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

/** Leaves on the device a step of the ladder that the server could not take yet, and a draft. */
async function writeUnsentChanges(visitor: Visitor, person: TestPerson): Promise<void> {
  const { page } = visitor;
  await page.route('**/api/ladder', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, headers: SERVER_MARK_HEADERS })
      : route.continue(),
  );
  await page.goto('/ladder');
  await pressButton(visitor, 'ladder:list.add');
  await page.getByRole('dialog').getByRole('textbox').first().fill(MARKER);
  const refused = page.waitForResponse((reply) => reply.status() === 503);
  await page.getByRole('dialog').getByRole('button').last().click();
  await refused;
  await leaveUnfinishedWrite(page, {
    owner: person.id,
    route: 'PUT /api/assessment/answers',
    body: { answers: { fear_heights: 7 }, note: MARKER },
  });
  await page.evaluate(
    ([id, marker]) => localStorage.setItem(`envol-debrief-declined:${id}`, marker),
    [person.id, MARKER] as const,
  );
  await expect.poll(() => readStorage(page)).toContain(MARKER);
}

async function addRecording(person: TestPerson) {
  const { id } = await findPlayableSession(person);
  const { folder } = testSite.server.app.dependencies.media;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'sign-out.wav'), Buffer.alloc(20_000, 128));
  await testSite.server.db
    .update(contentTexts)
    .set({ recording: 'sign-out.wav' })
    .where(eq(contentTexts.contentId, id));
  const { body } = await person.call('GET /api/contents/:id', { params: { id } });
  return { id, recordingUrl: body.recordingUrl ?? '' };
}

async function signOutInOtherTab(page: Page): Promise<void> {
  const other = await page.context().newPage();
  await other.goto('/profile?tab=settings');
  await pressButton({ page: other, t }, 'profile:signOut.button');
  await other.waitForURL((url) => url.pathname === '/');
}

/** Keeps storage events from a page: a tab that has not yet heard of what others wrote. */
const ignoreStorageEvents = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('storage', (event) => event.stopImmediatePropagation()),
  );

const createPersonWithLadder = async () => {
  const person = await testSite.createPerson({});
  const step = { id: randomUUID(), area: 'fear_heights', material: 'own', words: 'A terrace' };
  await person.send('PUT /api/ladder', { body: { steps: [step] } });
  return person;
};

it('whoever signs out leaves nothing on the device, not even what could not be sent', async () => {
  const { page, visitor, signInAs, signOut } = await openPhone();
  const person = await createPersonWithLadder();
  await signInAs(person);
  await writeUnsentChanges(visitor, person);
  await page.goto('/profile?tab=settings');
  await pressButton(visitor, 'profile:signOut.button');
  await page.getByText(t('profile:signOut.unsent.text', { count: 1 })).waitFor();
  await expectAccessible(page, 'a question before signing out');
  await pressButton(visitor, 'profile:signOut.unsent.stay');
  await expect.poll(() => readStorage(page)).toContain(MARKER);
  await signOut(true);
  await expect.poll(() => readStorage(page)).not.toContain(MARKER);
});

it('a sign-out that fails says so inside its question, and in sight where none is asked', async () => {
  const { page, visitor, signInAs } = await openPhone();
  const person = await createPersonWithLadder();
  await signInAs(person);
  await page.goto('/profile?tab=settings');
  await page.route('**/api/auth/sign-out', (route) =>
    route.fulfill({ status: 503, headers: SERVER_MARK_HEADERS }),
  );
  const failed = page.getByRole('alert').filter({ hasText: t('errors:sign_out') });
  const isUncovered = () =>
    failed.evaluate((element) => {
      const { left, bottom } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 30, bottom - 4));
    });
  await pressButton(visitor, 'profile:signOut.button');
  await failed.getByText(t('errors:sign_out_safe')).waitFor();
  await expect.poll(isUncovered).toBe(true);
  await writeUnsentChanges(visitor, person);
  await page.goto('/profile?tab=settings');
  await pressButton(visitor, 'profile:signOut.button');
  await pressButton(visitor, 'profile:signOut.unsent.leave');
  const question = page.getByRole('dialog');
  await question.getByText(t('errors:sign_out_safe')).waitFor();
  await expectAccessible(page, 'a sign-out that failed');
  expect(await readStorage(page)).toContain(MARKER);
  await pressButton(visitor, 'profile:signOut.unsent.stay');
  await question.waitFor({ state: 'hidden' });
  expect(await failed.count()).toBe(0);
});

it('signed out without a network, nothing is left on the device at once, and the server ends the sign-in before it shows a page', async () => {
  const { page, visitor, signInAs } = await openPhone();
  const person = await createPersonWithLadder();
  await signInAs(person);
  await page.goto('/profile?tab=settings');
  await expect.poll(() => readStorage(page)).toContain(person.id);
  await page.route('**/api/auth/sign-out', (route) => route.abort());
  await pressButton(visitor, 'profile:signOut.button');
  await page.waitForURL((url) => url.pathname !== '/profile');
  await expect.poll(() => readStorage(page)).not.toContain(person.id);
  const findIdentity = async () => (await person.call('GET /api/auth/identity')).body.identity;
  expect(await findIdentity()).not.toBeNull();
  await page.unroute('**/api/auth/sign-out');
  // What the server still showed to the cookie is put away.
  await page.goto('/plan');
  await expect.poll(findIdentity).toBeNull();
});

it('what waits is sent before its person is signed out', async () => {
  const { page, visitor, signInAs } = await openPhone();
  const person = await createPersonWithLadder();
  await signInAs(person);
  await writeUnsentChanges(visitor, person);
  const refused = page.waitForResponse((reply) => reply.status() === 503);
  await page.goto('/profile?tab=settings');
  await refused;
  await page.unroute('**/api/ladder');
  const taken = page.waitForResponse(
    (reply) => reply.request().method() === 'PUT' && reply.status() === 200,
  );
  await pressButton(visitor, 'profile:signOut.button');
  expect((await taken).request().postData()).toContain(MARKER);
  await page.waitForURL((url) => url.pathname === '/');
});

it.each(WALKED_LANGUAGES)(
  'answers under way that only this device has are sent before signing out, or asked about (%s)',
  async (language) => {
    const { page, visitor, signInAs } = await openPhone();
    const person = await testSite.createPerson({ language });
    const own = { ...visitor, t: createTranslator(language) };
    await signInAs(person);
    await page.goto('/profile?tab=settings');
    await leaveUnfinishedWrite(page, {
      owner: person.id,
      route: 'PUT /api/assessment/answers',
      body: { answers: { fear_heights: 7 } },
      minutesAgo: 10,
    });
    await page.route('**/api/assessment/answers', (route) => route.abort());
    await pressButton(own, 'profile:signOut.button');
    await page.getByText(own.t('profile:signOut.unsent.answers')).waitFor();
    await expectAccessible(page, 'a question before signing out');
    await pressButton(own, 'profile:signOut.unsent.stay');
    expect(await readStorage(page)).toContain('fear_heights');

    await page.unroute('**/api/assessment/answers');
    await pressButton(own, 'profile:signOut.button');
    await page.waitForURL((url) => url.pathname === '/');
    const kept = await testSite.server.db
      .select({ answers: assessmentDrafts.answers })
      .from(assessmentDrafts)
      .where(eq(assessmentDrafts.userId, person.id));
    expect(kept).toEqual([{ answers: { fear_heights: 7 } }]);
  },
);

it('what was heard counts when its person signs out while it plays', async () => {
  const { page, visitor, signInAs } = await openPhone();
  const person = await testSite.createPerson({});
  await signInAs(person);
  const { id } = await findPlayableSession(person);
  await page.goto(`/content/${id}`);
  await pressButton(visitor, 'player:controls.play');
  await expect.poll(() => readPosition(visitor)).toBeGreaterThan(1);
  const links = (name: string) => page.getByRole('link', { name: t(name) });
  await links('player:back').first().click();
  await links('app:nav.profile').last().click();
  await links('profile:tabs.settings').click();
  const counted = page.waitForResponse((reply) => reply.url().endsWith('/api/listens'));
  await pressButton(visitor, 'profile:signOut.button');
  expect((await counted).status()).toBe(200);
  await page.waitForURL((url) => url.pathname === '/');
});

it('whoever signs in finds nothing of who was there before on the device', async () => {
  const { page, visitor, signInAs } = await openPhone();
  const person = await createPersonWithLadder();
  await signInAs(person);
  await writeUnsentChanges(visitor, person);
  await signInAs(await testSite.createPerson({}));
  await page.goto('/profile?tab=settings');
  await page.getByRole('button', { name: t('profile:signOut.button') }).waitFor();
  await expect.poll(() => readStorage(page)).not.toContain(MARKER);
});

it('the way back after signing out shows no page of before', async () => {
  const { page, signInAs, signOut } = await openPhone({ keepsPages: true });
  const person = await createPersonWithLadder();
  await signInAs(person);
  await page.goto('/ladder');
  await page.getByText('A terrace').first().waitFor();
  await signOut();
  await page.evaluate(() => history.go(-2));
  await page
    .getByRole('heading', { level: 1 })
    .filter({ hasNotText: t('ladder:title') })
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/ladder');
  expect(await page.getByText('A terrace').count()).toBe(0);
});

it('the dashboard shows nothing of who was here once they signed out, not even by going back', async () => {
  const { page, visitor, person, t } = await testSite.openSignedIn(
    { name: 'Beryl' },
    { keepsPages: true },
  );
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: /Beryl/ }).waitFor();
  await page.goto('/profile?tab=settings');
  await pressButton(visitor, 'profile:signOut.button');
  await page.getByRole('heading', { level: 1, name: t('landing:hero.title') }).waitFor();
  await page.goBack();
  await page.waitForLoadState('networkidle');
  const { pathname } = new URL(page.url());
  const html = await page.content();
  expect([pathname, html.includes('Beryl'), html.includes(person.email)]).toEqual([
    pathname,
    false,
    false,
  ]);
});

it('a ladder that is refused after its page was left says so when the person is back', async () => {
  const { page, visitor, signInAs } = await openPhone();
  await signInAs(await createPersonWithLadder());
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/ladder', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await answer.promise;
    return route.fulfill({ status: 409, headers: SERVER_MARK_HEADERS, json: TOO_MANY });
  });
  await page.goto('/ladder');
  await pressButton(visitor, 'ladder:list.add');
  await page.getByRole('dialog').getByRole('textbox').first().fill(MARKER);
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.getByText(MARKER).first().waitFor();
  await page.getByRole('navigation').last().getByRole('link').nth(1).click();
  await page.waitForURL((url) => url.pathname !== '/ladder');
  const refused = page.waitForResponse((reply) => reply.status() === 409);
  answer.resolve();
  await refused;
  await page.goBack();
  await page.getByText(t('ladder:refused')).waitFor();
  await expect.poll(() => page.getByText(MARKER).count()).toBe(0);
});

it('a tab that is open when another person signs in becomes theirs', async () => {
  const { page, visitor, signInAs } = await openPhone();
  await signInAs(await createPersonWithLadder());
  await page.goto('/ladder');
  await page.getByText('A terrace').first().waitFor();
  await signInAs(await testSite.createPerson({}));
  const loaded = page.waitForEvent('domcontentloaded');
  await page.getByRole('navigation').last().getByRole('link').nth(1).click();
  await loaded;
  await page.goto('/ladder');
  await page.getByRole('button', { name: t('ladder:empty.propose') }).waitFor();
  expect(await page.getByText('A terrace').count()).toBe(0);
  await waitForHeading(visitor, 'ladder:title');
});

it('a tab that is open when its person signs out in another shows nothing of theirs any more', async () => {
  const { page, signInAs } = await openPhone();
  await signInAs(await createPersonWithLadder());
  await page.goto('/ladder');
  await page.getByText('A terrace').first().waitFor();
  await signOutInOtherTab(page);
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByText('A terrace').count()).toBe(0);
});

it('what is written after signing out in another tab is not kept', async () => {
  const { page, visitor, signInAs } = await openPhone();
  await signInAs(await createPersonWithLadder());
  await ignoreStorageEvents(page);
  await page.goto('/ladder');
  await pressButton(visitor, 'ladder:list.add');
  await signOutInOtherTab(page);
  await page.getByRole('dialog').getByRole('textbox').first().fill(MARKER);
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.waitForURL((url) => url.pathname === '/auth');
  await expect.poll(() => readStorage(page)).not.toContain(MARKER);
});

it('a download under way is not kept once its person signed out in another tab', async () => {
  const { page, visitor, signInAs } = await openPhone();
  const person = await testSite.createPerson({});
  await signInAs(person);
  const { id, recordingUrl } = await addRecording(person);
  let arrive = () => {};
  const asked = Promise.withResolvers<void>();
  await page.route(`**${recordingUrl}`, async (route) => {
    const held = new Promise<void>((resolve) => (arrive = resolve));
    asked.resolve();
    await held;
    await route.continue();
  });
  await ignoreStorageEvents(page);
  await page.goto(`/content/${id}`);
  await pressButton(visitor, 'downloads:download');
  await asked.promise;
  await signOutInOtherTab(page);
  // Another person is signed in by now, whom the server would let have it.
  await signInAs(await testSite.createPerson({}));
  arrive();
  await page
    .getByText(t('downloads:failed.unknown'))
    .or(page.getByText(t('downloads:failed.network')))
    .waitFor();
  const kept = () =>
    page.evaluate(async () => {
      const cache = await caches.open('envol-recordings');
      return (await cache.keys()).length;
    });
  await expect.poll(kept).toBe(0);
  await expect.poll(() => readStorage(page)).not.toContain(person.id);
});

it('a recording that was heard is not played from this device after signing out', async () => {
  const { page, signInAs, signOut } = await openPhone();
  const person = await testSite.createPerson({});
  await signInAs(person);
  const { recordingUrl } = await addRecording(person);
  const ask = () => page.evaluate(async (url) => (await fetch(url)).status, recordingUrl);
  await page.goto('/profile?tab=settings');
  expect(await ask()).toBe(200);
  await signOut();
  expect(await ask()).toBe(401);
});
