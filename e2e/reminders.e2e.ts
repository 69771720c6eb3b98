import { eq } from 'drizzle-orm';
import type { Worker } from 'playwright-core';
import { expect, it } from 'vitest';
import { queueDueReminders } from '#server/features/reminders/writes.ts';
import { createPushService } from '#server/features/reminders/service.ts';
import { reminders } from '#server/features/reminders/table.ts';
import { TEST_SERVER_SECRET } from '#server/testing/dependencies.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { addDays, getCivilDate } from '#shared/rules/flight-date.ts';
import { createTestSite, WALKED_LANGUAGES } from './fixtures/test-site.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { waitForHeading } from './fixtures/steps.ts';

const TIME_ZONE = 'Europe/Paris';

/** The last message that the server sent to each address of a push service, which a test hands over to the browser. */
const sent = new Map<string, string>();
const push = {
  ...createPushService({ secret: TEST_SERVER_SECRET, contact: 'mailto:a@example.org' }),
  send: ({ endpoint }: { endpoint: string }, message: string) =>
    Promise.resolve(sent.set(endpoint, message).has(endpoint)),
};
const testSite = createTestSite({ start: () => startTestServer({ push }) });

/** What a service worker has of notifications; its types can't be loaded beside those of pages. */
interface WorkerScope extends EventTarget {
  registration: ServiceWorkerRegistration;
  setTimeout: (work: () => void, milliseconds: number) => number;
  /** The notifications that were there once the last one was shown. */
  shown?: Notification[];
  clients: { openWindow: (url: string) => Promise<void> };
  WindowClient: { prototype: { focus: () => Promise<unknown> } };
  ExtendableEvent: { prototype: { waitUntil: (work: Promise<unknown>) => void } };
  NotificationEvent: new (type: string, init: object) => Event;
}

/**
 * Has a service worker keep the notifications that it shows. Chromium forgets one for good when it is asked for those
 * there are while it is putting that one on the screen, so it is asked only afterwards.
 */
const keepShown = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope;
    const { registration } = scope;
    delete scope.shown;
    registration.showNotification = async (...given) => {
      await ServiceWorkerRegistration.prototype.showNotification.apply(registration, given);
      scope.shown = await registration.getNotifications();
    };
  });

/** The titles of the notifications that were shown since `keepShown`. */
const readShown = (worker: Worker) =>
  worker.evaluate(() => (globalThis as unknown as WorkerScope).shown?.map(({ title }) => title));

/**
 * Presses the notification that is shown, or its button `action`, as the browser tells its service worker; returns the
 * addresses of the windows that were opened, and `focus` for an open one that was brought to the front.
 */
const pressNotification = (worker: Worker, action = '') =>
  worker.evaluate(async (pressed) => {
    const scope = globalThis as unknown as WorkerScope;
    const [notification] = scope.shown ?? [];
    const opened: string[] = [];
    const works: Promise<unknown>[] = [];
    // A browser lets only a finger's press open or focus a window, and be waited for.
    scope.clients.openWindow = (url) => Promise.resolve(void opened.push(url));
    scope.WindowClient.prototype.focus = () => Promise.resolve(void opened.push('focus'));
    scope.ExtendableEvent.prototype.waitUntil = (work) => void works.push(work);
    // A busy machine's window answers late, which would have it loaded anew.
    const { setTimeout } = scope;
    scope.setTimeout = (work, milliseconds) => setTimeout(work, milliseconds * 60);
    const event = { notification, action: pressed };
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', event));
    await Promise.all(works);
    scope.setTimeout = setTimeout;
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
        endpoint: `https://fcm.googleapis.com/${person.id}`,
        p256dh: 'B'.repeat(87),
        auth: 'A'.repeat(22),
      },
    };
    await person.call('PUT /api/reminders', { body });
    const readRow = async () => {
      const [row] = await server.db.select().from(reminders).where(eq(reminders.userId, person.id));
      if (!row) throw new Error('no reminders are kept');
      return row;
    };
    const evening = (await readRow()).nextAt;
    const flightDate = addDays(getCivilDate(TIME_ZONE, evening), 1);
    await person.call('PUT /api/users/me/flight-date', {
      body: { flightDate, timeZone: TIME_ZONE },
    });
    await page.goto('/');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));

    const devtools = await context.newCDPSession(page);
    const registered = Promise.withResolvers<string>();
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [found] }) => {
      if (found) registered.resolve(found.registrationId);
    });
    await devtools.send('ServiceWorker.enable');
    const registrationId = await registered.promise;
    /** Lets the evening come, and waits until its notification is shown. */
    const receive = async () => {
      sent.clear();
      await queueDueReminders(server.app.dependencies, evening);
      await server.runJobs();
      const data = sent.get(body.subscription.endpoint);
      if (data === undefined) throw new Error('nothing was pushed');
      await keepShown(worker);
      const message = { origin: server.url, registrationId, data };
      await devtools.send('ServiceWorker.deliverPushMessage', message);
      await expect
        .poll(() => readShown(worker))
        .toEqual([t('mail:reminderEvening.subject', { product: PRODUCT_NAME })]);
    };
    await receive();
    expect((await readRow()).unopened).toBe(1);
    // The window that is open goes there by itself, so that what plays in it goes on.
    await page.evaluate(() => document.documentElement.setAttribute('data-same-window', ''));
    expect(await pressNotification(worker)).toEqual(['focus']);
    expect((await readRow()).unopened).toBe(0);
    await waitForHeading(visitor, 'plan:title');
    expect(await page.locator('html[data-same-window]').count()).toBe(1);

    await person.call('PUT /api/reminders', { body });
    await receive();
    expect(await pressNotification(worker, 'end')).toEqual([]);
    expect((await person.call('GET /api/reminders')).body.wishes).toBeNull();
  },
);
