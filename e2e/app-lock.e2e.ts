// @module-tag whole

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessible } from './fixtures/browser.ts';
import { isEverythingCached } from './fixtures/offline-cache.ts';
import { createPersistentDevice, cutNetwork } from './fixtures/persistent-device.ts';
import { pressButton, signIn, type Visitor, waitForHeading } from './fixtures/steps.ts';
import { BROWSER_LOCALES, createTestSite, WALKED_LANGUAGES } from './fixtures/test-site.ts';
import { createTranslator } from './fixtures/translations.ts';

const testSite = createTestSite();
const PIN = 'siege 12A';
const NAME = 'Ottoline';

async function openCard({ page, t }: Visitor) {
  await page.goto('/flight?card');
  await waitForHeading({ page, t }, 'flight:card.title');
  await expect.poll(() => page.locator('article').innerText()).toMatch(/avion|fl(?:y|ight)/);
}

/** Counts what the device keeps of people's pages. */
const countReplies = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('envol-replies');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const { objectStoreNames } = opening.result;
    if (!objectStoreNames.contains('replies')) return 0;
    const counting = opening.result.transaction('replies').objectStore('replies').count();
    await new Promise((resolve) => counting.addEventListener('success', resolve));
    opening.result.close();
    return counting.result;
  });

/**
 * Everything that a page's device has stored, as text: storage, IndexedDB with the bytes as the characters that they would
 * be, and whatever is cached. A thief reads no less.
 */
const readDevice = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('unreadable')));
      });
    const all: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const stored = database.transaction(store).objectStore(store);
        all.push(
          await done(stored.getAllKeys()),
          await done(database.transaction(store).objectStore(store).getAll()),
        );
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const reply = await cache.match(request);
        if (/html|json/.test(reply?.headers.get('content-type') ?? ''))
          all.push(request.url, await reply?.text());
      }
    }
    return JSON.stringify(all, (_, value: unknown) =>
      value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value,
    );
  });

it.each(WALKED_LANGUAGES)(
  'a phone that is shared opens nothing of somebody without their PIN, with a network or without (%s)',
  async (language) => {
    const t = createTranslator(language);
    const person = await testSite.createPerson({ language, name: NAME });
    const device = await createPersistentDevice(testSite.server.url, BROWSER_LOCALES[language]);
    const visit = await device.start();
    await testSite.authenticate(visit, person);
    await visit.goto('/');
    await pressButton({ page: visit, t }, 'cookies:banner.refuse');
    await expect.poll(() => isEverythingCached(visit)).toBe(true);
    await visit.goto('/profile?tab=settings');
    await expect.poll(() => readDevice(visit)).toContain(NAME);
    await pressButton({ page: visit, t }, 'lock:turnOn');
    await visit.getByLabel(t('lock:newPin')).fill(PIN);
    await visit.getByLabel(t('lock:repeat')).fill(PIN);
    await pressButton({ page: visit, t }, 'lock:turnOn');
    await visit.getByText(t('lock:isOn')).waitFor();
    await visit.goto('/profile?tab=settings');
    const stored = await readDevice(visit);
    for (const secret of [NAME, person.email, PIN]) expect(stored).not.toContain(secret);
    await expectAccessible(visit, 'the settings with the lock');

    // With a network, the page comes with no person's data.
    await visit.goto('/');
    await waitForHeading({ page: visit, t }, 'lock:screen.title');
    expect(await visit.content()).not.toContain(NAME);
    await expectAccessible(visit, 'the lock');
    // A contract can be ended as a visitor may, with the app locked.
    const foot = visit.getByRole('contentinfo');
    await foot.getByRole('link', { name: t('ui:footer.withdraw') }).waitFor();
    await foot.getByRole('link', { name: t('ui:footer.contract') }).click();
    await waitForHeading({ page: visit, t }, 'contract:end.title');
    expect(await visit.getByLabel(t('contract:email')).inputValue()).toBe('');
    expect(await visit.content()).not.toContain(NAME);
    await visit.goto('/');
    await waitForHeading({ page: visit, t }, 'lock:screen.title');
    // What is for the day of a flight is kept once it was open.
    await openCard({ page: visit, t });
    await visit.waitForLoadState('networkidle');
    const cookies = await visit.context().cookies();
    await device.end();

    const restore = await cutNetwork(testSite.server.app.server);
    const page = await device.start({ offline: true });
    await page.context().addCookies(cookies);
    const visitor = { page, t };
    await page.goto('/');
    await waitForHeading(visitor, 'lock:screen.title');
    await page.getByRole('link', { name: t('lock:screen.breathe') }).click();
    await waitForHeading(visitor, 'breathing:title');
    await page.goto('/sos');
    await waitForHeading(visitor, 'help:sos.title');
    await openCard(visitor);
    await page.goto('/plan');
    await page.getByLabel(t('lock:pin')).fill('siege 12B');
    await pressButton(visitor, 'lock:screen.open');
    await page.getByText(t('lock:wrong')).waitFor();
    await page.getByLabel(t('lock:pin')).fill(PIN);
    await pressButton(visitor, 'lock:screen.open');
    await waitForHeading(visitor, 'plan:title');
    await page.goto('/');
    await page.getByLabel(t('lock:pin')).fill(PIN);
    await pressButton(visitor, 'lock:screen.open');
    await page.getByText(NAME).first().waitFor();

    // A forgotten PIN: the only way in is to sign in again, which needs the network.
    await page.reload();
    await pressButton(visitor, 'lock:screen.forgot');
    await page.getByText(t('lock:forgot.nothingUnsent')).waitFor();
    await pressButton(visitor, 'lock:forgot.delete');
    // Signed out on this device at once, on the server with the next network.
    await page.waitForURL('**/help');
    await restore();
    await page.context().setOffline(false);
    await page.goto('/');
    await page.getByRole('link', { name: t('landing:hero.assess') }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('envol-lock'))).toBeNull();
    expect(await countReplies(page)).toBe(0);
  },
);

it('the lock is opened by a passkey of the device too, and by the PIN alone once that is taken away', async () => {
  const person = await testSite.createPerson({ name: NAME });
  const { page, visitor, t } = await testSite.openVisitor({ language: 'en' });
  // Passkeys belong to a name, never to an address in numbers.
  const site = testSite.server.url.replace('127.0.0.1', 'localhost');
  await page.goto(`${site}/auth`);
  await signIn(visitor, person.email);
  await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
    },
  });
  await page.goto(`${site}/profile?tab=settings`);
  await pressButton(visitor, 'lock:turnOn');
  await page.getByLabel(t('lock:newPin')).fill(PIN);
  await page.getByLabel(t('lock:repeat')).fill(PIN);
  await pressButton(visitor, 'lock:turnOn');
  await pressButton(visitor, 'lock:passkey.add');
  await page.getByText(t('lock:passkey.added')).first().waitFor();
  await page.reload();
  await pressButton(visitor, 'lock:screen.passkey');
  await pressButton(visitor, 'lock:passkey.remove');
  await page.getByText(t('lock:passkey.removed')).first().waitFor();
  await page.reload();
  await waitForHeading(visitor, 'lock:screen.title');
  expect(await page.getByRole('button', { name: t('lock:screen.passkey') }).count()).toBe(0);
  await page.getByLabel(t('lock:pin')).fill(PIN);
  await pressButton(visitor, 'lock:screen.open');
  await pressButton(visitor, 'lock:turnOff');
  await page.getByLabel(t('lock:pin')).fill(PIN);
  await pressButton(visitor, 'lock:turnOff');
  await page.getByText(t('lock:turnedOff')).first().waitFor();
  await page.reload();
  await waitForHeading(visitor, 'profile:title');
});
