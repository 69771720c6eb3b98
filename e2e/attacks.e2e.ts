import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { createTestSite } from './fixtures/test-site.ts';

// What an attacker tries that only a browser can show; the others are in server/attacks.

const testSite = createTestSite();

it('a quiet line asks for the confirmation of an address, until it is confirmed', async () => {
  const { page, person, t } = await testSite.openSignedIn({ isConfirmed: false });
  const line = page.getByRole('complementary', { name: t('security:confirm.label') });
  for (const path of ['/', '/plan', '/profile']) {
    await page.goto(path);
    await line.waitFor();
  }
  await testSite.server.db.execute(
    sql`update auth_users set email_verified = true where id = ${person.uid}`,
  );
  await page.goto('/plan');
  await waitForHeading({ page, t }, 'plan:title');
  await page.waitForLoadState('networkidle');
  expect(await line.count()).toBe(0);
});

/**
 * Gives the page's browser a subscription, of a push service that can't be reached from here; returns when it was ended.
 */
async function fakeSubscription(page: Page, endpoint: string): Promise<string[]> {
  const ended: string[] = [];
  await page.exposeFunction('tellEnd', (name: string) => void ended.push(name));
  await page.addInitScript((given) => {
    const { tellEnd } = globalThis as unknown as { tellEnd: (name: string) => Promise<void> };
    PushManager.prototype.getSubscription = () =>
      Promise.resolve({
        toJSON: () => ({ endpoint: given, keys: { auth: 'AAAAAAAAAAAAAAAAAAAAAA' } }),
        unsubscribe: async () => {
          await tellEnd(given);
          return true;
        },
      } as unknown as PushSubscription);
  }, endpoint);
  return ended;
}

it('signing out ends the notifications of the browser too', async () => {
  const { page, visitor, person } = await testSite.openSignedIn({}, { serviceWorkers: 'allow' });
  const endpoint = 'https://fcm.googleapis.com/fcm/send/a-browser';
  const ended = await fakeSubscription(page, endpoint);
  const subscription = { endpoint, p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
  const reminders = { channel: 'push', hour: 9, timeZone: 'Europe/Paris', subscription } as const;
  const wishes = { practice: true, pack: false, evening: false };
  expect(
    (await person.call('PUT /api/reminders', { body: { ...reminders, ...wishes } })).status,
  ).toBe(200);
  await page.goto('/profile?tab=settings');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await pressButton(visitor, 'profile:signOut.button');
  await page.waitForURL((url) => url.pathname === '/');
  await expect.poll(() => ended).toEqual([endpoint]);
  const { rows } = await testSite.server.db.execute(sql`select 1 from push_subscriptions`);
  expect(rows).toEqual([]);
});

it('the flight page is a page load of its own, on the way there and on the way away', async () => {
  const { page, visitor, t } = await testSite.openSignedIn();
  const readPermitted = () =>
    page.evaluate(() => {
      const { featurePolicy } = document as unknown as {
        featurePolicy: { allowsFeature: (name: string) => boolean };
      };
      return ['accelerometer', 'gyroscope', 'geolocation', 'camera', 'microphone'].filter((name) =>
        featurePolicy.allowsFeature(name),
      );
    });
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await readPermitted()).toEqual([]);
  await page.locator('a[href="/flight"]').first().click();
  await waitForHeading(visitor, 'flight:title');
  expect(await readPermitted()).toEqual(['accelerometer', 'gyroscope', 'geolocation']);
  await page.getByRole('link', { name: t('flight:close') }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.locator('a[href="/flight"]').first().waitFor();
  expect(await readPermitted()).toEqual([]);
});
