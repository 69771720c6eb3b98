// @module-tag whole

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { PgTable, PgColumn } from 'drizzle-orm/pg-core';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { checkIns } from '#server/features/assessment/table.ts';
import { contentTexts } from '#server/features/contents/table.ts';
import { ladderAttempts } from '#server/features/ladder/table.ts';
import { flightRecords } from '#server/features/ledger/table.ts';
import { listens, sessionRatings } from '#server/features/player/table.ts';
import { programEvents } from '#server/features/programs/table.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { dropAppFiles, isEverythingCached, listAppFiles } from './fixtures/offline-cache.ts';
import { createPersistentDevice, cutNetwork } from './fixtures/persistent-device.ts';
import { findPlayableSession } from './fixtures/sessions.ts';
import {
  chooseRadio,
  pressButton,
  readPosition,
  type Visitor,
  waitForHeading,
} from './fixtures/steps.ts';
import { BROWSER_LOCALES, createTestSite, WALKED_LANGUAGES } from './fixtures/test-site.ts';
import { createTone } from './fixtures/tone.ts';
import { createTranslator } from './fixtures/translations.ts';

const testSite = createTestSite();
const HALF_HOUR_S = 1800;

/** Marks a page that asks the browser to keep its storage for good. Sent to pages as text. */
function markAskedToPersist(): void {
  navigator.storage.persist = () => {
    document.documentElement.dataset['askedToPersist'] = '';
    return Promise.resolve(true);
  };
}

/** Has the person fly tomorrow, and gives the first session of their plan a recording as long as its script. */
async function bookFlight(person: TestPerson) {
  const timeZone = 'Europe/Paris';
  const flightDate = testSite.server.inDays(1);
  await person.call('PUT /api/users/me/flight-date', { body: { flightDate, timeZone } });
  const { contents } = (await person.call('GET /api/plan', { query: { timeZone } })).body;
  const [first] = contents;
  if (!first) throw new Error('nothing is planned');
  const recording = `offline-${first.id}.wav`;
  const { folder } = testSite.server.app.dependencies.media;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, recording), createTone(first.durationMs / 1000));
  await testSite.server.db
    .update(contentTexts)
    .set({ recording })
    .where(eq(contentTexts.contentId, first.id));
  const { body } = await person.call('GET /api/contents/:id', { params: { id: first.id } });
  return { id: first.id, url: body.recordingUrl ?? '' };
}

/** Gives a long session a recording of 30 minutes, and downloads it; resolves to its id. */
async function downloadLong({ page, t }: Visitor, person: TestPerson): Promise<string> {
  const { items } = (await person.call('GET /api/contents', { query: { limit: 50 } })).body;
  const [longest] = items.toSorted((one, other) => other.durationMs - one.durationMs);
  if (!longest) throw new Error('the library is empty');
  const { folder } = testSite.server.app.dependencies.media;
  await writeFile(path.join(folder, 'half-an-hour.wav'), createTone(HALF_HOUR_S));
  await testSite.server.db
    .update(contentTexts)
    .set({ recording: 'half-an-hour.wav' })
    .where(eq(contentTexts.contentId, longest.id));
  await page.goto(`/content/${longest.id}`);
  await pressButton({ page, t }, 'downloads:download');
  await page.getByRole('button', { name: t('downloads:remove'), exact: true }).waitFor();
  return longest.id;
}

/** Plays the recording of 30 minutes, goes on from its tenth minute, and comes back to that place. */
async function playLong(visitor: Visitor, id: string): Promise<void> {
  const { page, t } = visitor;
  await page.goto(`/content/${id}`);
  await pressButton(visitor, 'player:controls.play');
  await expect.poll(() => readPosition(visitor)).toBeGreaterThan(1);
  const slider = page.getByRole('slider', { name: t('player:progress.label') });
  const place = 600;
  await slider.fill(String(place));
  await expect.poll(() => readPosition(visitor)).toBeGreaterThan(place);
  await pressButton(visitor, 'player:controls.pause');
  await page.reload();
  await expect.poll(() => readPosition(visitor)).toBeGreaterThanOrEqual(place - 5);
}

async function doEverything(visitor: Visitor, programId: string): Promise<void> {
  const { page, t } = visitor;
  await page.goto('/ladder');
  await page.getByRole('link', { name: 'A balcony' }).click();
  await page.getByLabel(t('ladder:before.expected')).fill('I will leave');
  await page.getByLabel(t('ladder:before.sure')).fill('80');
  await page.getByLabel(t('ladder:before.fear')).fill('7');
  await pressButton(visitor, 'ladder:before.begin');
  await page.getByLabel(t('ladder:after.highest')).fill('9');
  await page.getByLabel(t('ladder:after.fear')).fill('4');
  await page.getByLabel(t('ladder:after.happened')).fill('I stayed');
  await page.getByLabel(t('ladder:after.learned')).fill('It passes');
  await pressButton(visitor, 'ladder:after.keep');
  await page.getByRole('heading', { name: t('ladder:done.kept') }).waitFor();

  await page.goto('/profile?tab=assessment');
  await pressButton(visitor, 'assessment:checkIn.open');
  for (const key of ['fear', 'worry', 'avoidance', 'confidence'])
    await page.getByLabel(t(`assessment:checkIn.${key}`)).press('Home');
  await pressButton(visitor, 'assessment:checkIn.save');
  await page.getByText(t('assessment:checkIn.saved'), { exact: true }).waitFor();

  await page.goto('/');
  await pressButton(visitor, 'ledger:forecast.open');
  await page.getByLabel(t('ledger:forecast.expected')).fill('A bump');
  await page.getByLabel(t('ledger:forecast.fear')).fill('9');
  await pressButton(visitor, 'ledger:forecast.save');
  await page.getByText(t('ledger:forecast.saved')).first().waitFor();

  await page.goto(`/programs/${programId}`);
  await page
    .locator('label', { hasText: t('programs:task.tick') })
    .first()
    .click();
  await page.getByRole('checkbox', { checked: true }).first().waitFor();
}

/** Waits until a page shows its heading and all of its parts; resolves to the faults it names. */
async function readFaults(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
  return page.getByRole('alert').allInnerTexts();
}

it.each(WALKED_LANGUAGES)(
  'after a visit every page opens without a network from a cold start, and what is done there arrives once (%s)',
  async (language) => {
    const t = createTranslator(language);
    const person = await testSite.createPerson({ language, state: 'pass' });
    const session = await findPlayableSession(person);
    const device = await createPersistentDevice(testSite.server.url, BROWSER_LOCALES[language]);
    const visit = await device.start();
    await visit.addInitScript(markAskedToPersist);
    await testSite.authenticate(visit, person);
    const recorded = await bookFlight(person);
    const step = { area: 'fear_heights', material: 'own', words: 'A balcony' } as const;
    await person.call('PUT /api/ladder', {
      body: { steps: [{ id: crypto.randomUUID(), ...step }] },
    });
    const [program] = (await person.call('GET /api/programs')).body.items;
    await visit.goto('/');
    await pressButton({ page: visit, t }, 'cookies:banner.refuse');
    await expect.poll(() => isEverythingCached(visit)).toBe(true);
    // What the flight needs is checked by itself the day before; what is missing comes by one press.
    await visit.goto('/plan');
    const mend = visit.getByRole('button', { name: t('offline:pack.mend'), exact: true });
    await mend.waitFor();
    const files = await listAppFiles(visit);
    await dropAppFiles(visit, 3);
    expect((await listAppFiles(visit)).length).toBe(files.length - 3);
    await mend.click();
    const [ready = ''] = t('offline:pack.ready', { count: 9, when: '' }).split('.');
    await visit.getByText(ready).waitFor();
    // With what the browser had dropped of the app; and the browser was asked to drop nothing more.
    expect(await listAppFiles(visit)).toEqual(expect.arrayContaining(files));
    await visit.locator('html[data-asked-to-persist]').waitFor({ state: 'attached' });
    const long = await downloadLong({ page: visit, t }, person);
    const cookies = await visit.context().cookies();
    await device.end();

    const restore = await cutNetwork(testSite.server.app.server);
    const page = await device.start({ offline: true });
    await page.context().addCookies(cookies);
    const visitor = { page, t };
    const faults: Record<string, string[]> = {};
    for (const path of [
      ...['/', '/content-library', '/content-library/technical', '/programs', '/plan', '/ladder'],
      ...['/breathe', '/profile', '/profile?tab=progress', '/profile?tab=assessment', '/sos'],
      ...['/help', '/profile?tab=settings', '/subscription', '/tonight'],
      ...['/flight', '/flight?what', '/flight?card'],
    ]) {
      const found = await readFaults(page, path);
      if (found.length > 0) faults[path] = found;
    }
    expect(faults).toEqual({});
    await page.goto('/');
    await page.getByText(t('offline:readyAsOf', { when: '' }).split('.')[0]!).waitFor();
    await page.goto('/contact');
    await page.getByLabel(t('feedback:form.text')).fill('Is the wing meant to bend?');
    await page.reload();
    const message = page.getByLabel(t('feedback:form.text'));
    await expect.poll(() => message.inputValue()).toBe('Is the wing meant to bend?');
    // “Help me now” needs nothing of the app, which its links open.
    await page.goto('/sos');
    expect(await page.locator('script[type=module]').count()).toBe(1);
    await page.getByRole('complementary', { name: t('feedback:banner.label') }).waitFor();
    const ways = page.locator('[data-sos] ul').first().getByRole('link');
    expect(await ways.allTextContents()).toEqual([t('help:sos.what'), t('help:sos.card')]);
    await page.locator('summary', { hasText: t('help:sos.pieces.shaking.title') }).click();
    await page
      .getByRole('dialog')
      .getByText(t('help:sos.pieces.shaking.lines', { returnObjects: true })[0]!)
      .waitFor();
    await expectAccessible(page, 'help without the app');
    await page
      .getByRole('button', { name: t('help:sos.close') })
      .first()
      .click();
    await page.getByRole('link', { name: t('app:nav.library') }).click();
    await waitForHeading(visitor, 'library:title');
    await page.goto('/subscription');
    // What the server alone can do or say is named before it is tried.
    await page.getByText(t('offline:needs.payment')).waitFor();
    await waitForHeading(visitor, 'billing:active.title');
    await page.getByText(t('billing:active.tiers.premium'), { exact: true }).first().waitFor();
    await page.goto('/profile?tab=settings');
    await page.getByText(t('offline:needs.account')).waitFor();
    await page.getByText(t('offline:needs.settings')).waitFor();
    const other = language === 'fr' ? 'en' : 'fr';
    await page.locator('label', { hasText: t(`common:language.${other}`) }).click();
    await page.getByText(t('errors:language_unfetched')).first().waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(language);

    // Found by its words, and played to its end.
    await page.goto('/content-library?q=zzzz');
    await page.getByText(t('library:search.noneOffline')).waitFor();
    await page.goto(`/content-library?${new URLSearchParams({ q: session.title }).toString()}`);
    await page.getByText(t('library:search.offline')).waitFor();
    await page.getByRole('link', { name: session.title }).first().click();
    await page.getByRole('slider', { name: t('player:progress.label') }).focus();
    await page.keyboard.press('End');
    await pressButton(visitor, 'player:controls.play');
    await pressButton(visitor, 'player:complete.mark');
    await chooseRadio(visitor, 'player:rating.very_helpful');
    await page.getByText(t('player:next.title'), { exact: true }).waitFor();

    // A new name, and in words that all of this waits.
    await page.goto('/profile');
    await pressButton(visitor, 'profile:you.edit');
    await page.getByLabel(t('profile:you.name'), { exact: true }).fill('Zoé');
    await pressButton(visitor, 'profile:you.save');
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: /Zoé/ }).waitFor();
    await page.getByText(t('offline:waiting', { count: 3 })).waitFor();
    await doEverything(visitor, program?.id ?? '');
    await page.getByText(t('offline:waiting', { count: 8 })).waitFor();
    // The recording is answered for part by part, and plays.
    const part = await page.evaluate(async (url) => {
      const response = await fetch(url, { headers: { range: 'bytes=100-199' } });
      return [response.status, (await response.blob()).size];
    }, recorded.url);
    expect(part).toEqual([206, 100]);
    await page.goto(`/content/${recorded.id}`);
    await pressButton(visitor, 'player:controls.play');
    await expect.poll(() => readPosition(visitor)).toBeGreaterThan(1);
    await playLong(visitor, long);

    await restore();
    await page.context().setOffline(false);
    const stands = async () =>
      (await person.call('GET /api/contents/:id', { params: { id: session.id } })).body;
    await expect.poll(stands).toMatchObject({ completed: true, rating: 'very_helpful' });
    const readName = async () => (await person.call('GET /api/users/me')).body.name;
    await expect.poll(readName).toBe('Zoé');
    // Each is there once.
    const read = (table: PgTable & { userId: PgColumn }) =>
      testSite.server.db.select().from(table).where(eq(table.userId, person.id));
    const countKept = async () => {
      const kept = await Promise.all(
        [sessionRatings, ladderAttempts, checkIns, flightRecords, programEvents].map(read),
      );
      return kept.map(({ length }) => length);
    };
    await expect.poll(countKept).toEqual([1, 1, 1, 1, 1]);
    const [attempt] = (await person.call('GET /api/ladder')).body.steps[0]?.attempts ?? [];
    expect(attempt?.outcome?.after).toBe(4);
    const heard = await testSite.server.db
      .select()
      .from(listens)
      .where(eq(listens.userId, person.id));
    expect(heard.filter(({ completed }) => completed)).toHaveLength(1);

    // Members who have heard a session are asked once whether to install the app.
    const offerInstall = () =>
      page.evaluate(() => {
        const prompt = () => Promise.resolve(document.body.setAttribute('data-asked', ''));
        dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
      });
    // A browser with a window may have offered it by itself before.
    await page.evaluate(() => localStorage.removeItem('envol-install-hint'));
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await offerInstall();
    await pressButton(visitor, 'offline:install.now');
    await page.locator('body[data-asked]').waitFor();

    // What was kept is gone with the person.
    await page.goto('/profile?tab=settings');
    await page.getByRole('button', { name: t('profile:signOut.button') }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await expect.poll(() => isEverythingCached(page)).toBe(false);

    // The words of the other language came with the same visit.
    const restoreAgain = await cutNetwork(testSite.server.app.server);
    await page
      .context()
      .addCookies([{ name: 'envol_lang', value: other, url: testSite.server.url }]);
    await page.goto('/sos');
    await waitForHeading({ page, t: createTranslator(other) }, 'help:sos.title');
    await restoreAgain();
  },
);
