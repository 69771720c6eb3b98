import type { Worker } from 'playwright-core';
import { expect, it } from 'vitest';
import { queueReminders } from '#server/features/reminders/writes.ts';
import { createPushService } from '#server/features/reminders/service.ts';
import { reminders } from '#server/features/reminders/table.ts';
import { TEST_SECRET } from '#server/testing/dependencies.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { addDays, getCivilDate } from '#shared/rules/flight-date.ts';
import { createTestSite, WALKED_LANGUAGES } from './fixtures/test-site.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { waitForHeading } from './fixtures/steps.ts';

const TIME_ZONE = 'Europe/Paris';

/** What the server sent to push services, which a test hands over to the browser. */
const sent: string[] = [];
const push = {
  ...createPushService({ secret: TEST_SECRET, contact: 'mailto:a@example.org' }),
  send: (_: unknown, message: string) => Promise.resolve(sent.push(message) > 0),
};
const testSite = createTestSite({ start: () => startTestServer({ push }) });

/** What a service worker has of notifications; its types can't be loaded beside those of pages. */
interface WorkerScope extends EventTarget {
  registration: ServiceWorkerRegistration;
  clients: { openWindow: (url: string) => Promise<void> };
  WindowClient: { prototype: { focus: () => Promise<unknown> } };
  ExtendableEvent: { prototype: { waitUntil: (work: Promise<unknown>) => void } };
  NotificationEvent: new (type: string, init: object) => Event;
}

/**
 * Presses the notification that is shown, or its button `action`, as the browser tells its service worker; returns the
 * addresses of the windows that were opened, and `focus` for an open one that was brought to the front.
 */
const pressNotification = (worker: Worker, action = '') =>
  worker.evaluate(async (pressed) => {
    const scope = globalThis as unknown as WorkerScope;
    const [notification] = await scope.registration.getNotifications();
    const opened: string[] = [];
    const works: Promise<unknown>[] = [];
    // A browser lets only a finger's press open or focus a window, and be waited for.
    scope.clients.openWindow = (url) => Promise.resolve(void opened.push(url));
    scope.WindowClient.prototype.focus = () => Promise.resolve(void opened.push('focus'));
    scope.ExtendableEvent.prototype.waitUntil = (work) => void works.push(work);
    const event = { notification, action: pressed };
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', event));
    await Promise.all(works);
    return opened;
  }, action);

it.each(WALKED_LANGUAGES)(
  'a reminder that is pushed is shown, opens its page, and ends them all by one press (%s)',
  async (language) => {
    const { server } = testSite;
    const person = await testSite.createPerson({ language });
    const options = { language, keepsPages: true, serviceWorkers: 'allow' } as const;
    const { page, visitor, t } = await testSite.openDeviceFor(person, options);
    const context = page.context();
    await context.grantPermissions(['notifications'], { origin: server.url });
    const body = {
      channel: 'push' as const,
      hour: 20,
      timeZone: TIME_ZONE,
      practice: false,
      pack: false,
      evening: true,
      // The browser of a test has no push service.
      subscription: {
        endpoint: 'https://fcm.googleapis.com/journey',
        p256dh: 'B'.repeat(87),
        auth: 'A'.repeat(22),
      },
    };
    await person.call('PUT /api/reminders', { body });
    const readRow = async () => (await server.db.select().from(reminders))[0];
    const evening = (await readRow())?.nextAt ?? new Date();
    const flightDate = addDays(getCivilDate(TIME_ZONE, evening), 1);
    await person.call('PUT /api/users/me/flight-date', {
      body: { flightDate, timeZone: TIME_ZONE },
    });
    await page.goto('/');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const worker = context.serviceWorkers()[0];
    if (!worker) throw new Error('no service worker runs');

    const devtools = await context.newCDPSession(page);
    const registered = Promise.withResolvers<string>();
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [found] }) => {
      if (found) registered.resolve(found.registrationId);
    });
    await devtools.send('ServiceWorker.enable');
    const registrationId = await registered.promise;
    /** Lets the evening come; returns the notifications that are shown then. */
    const receive = async () => {
      await queueReminders(server.app.dependencies, evening);
      await server.runJobs();
      const message = { origin: server.url, registrationId, data: sent.splice(0)[0] ?? '' };
      await devtools.send('ServiceWorker.deliverPushMessage', message);
      const readShown = () =>
        worker.evaluate(async () => {
          const { registration } = globalThis as unknown as WorkerScope;
          return (await registration.getNotifications()).map(({ title }) => title);
        });
      await expect
        .poll(readShown)
        .toEqual([t('mail:reminderEvening.subject', { product: PRODUCT_NAME })]);
    };
    await receive();
    expect((await readRow())?.unopened).toBe(1);
    // The window that is open goes there by itself, so that what plays in it goes on.
    await page.evaluate(() => document.documentElement.setAttribute('data-same-window', ''));
    expect(await pressNotification(worker)).toEqual(['focus']);
    expect((await readRow())?.unopened).toBe(0);
    await waitForHeading(visitor, 'plan:title');
    expect(await page.locator('html[data-same-window]').count()).toBe(1);

    await person.call('PUT /api/reminders', { body });
    await receive();
    expect(await pressNotification(worker, 'end')).toEqual([]);
    expect((await person.call('GET /api/reminders')).body.wishes).toBeNull();
  },
);
