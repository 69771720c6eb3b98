// @module-tag whole

import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { listens } from '#server/features/player/table.ts';
import { isEverythingCached } from './fixtures/offline-cache.ts';
import { createPersistentDevice } from './fixtures/persistent-device.ts';
import { findPlayableSession } from './fixtures/sessions.ts';
import { pressButton } from './fixtures/steps.ts';
import { createTestSite } from './fixtures/test-site.ts';
import { isOpensslThere, openTlsNetwork } from './fixtures/tls-network.ts';
import { createTranslator } from './fixtures/translations.ts';

// A portal has not got the site's certificate: over TLS the browser refuses whatever it answers, a document as a reply.

const testSite = createTestSite();
const t = createTranslator('en');

it.skipIf(!isOpensslThere)(
  'where a portal answers with a certificate of its own, pages open as they are kept, and what is done is done once',
  async () => {
    const person = await testSite.createPerson({ state: 'pass' });
    const session = await findPlayableSession(person);
    const network = await openTlsNetwork(testSite.server.url);
    const device = await createPersistentDevice(network.url, 'en-GB', network.flags);
    const page = await device.start();
    await testSite.authenticate(page, person);
    await page.goto('/');
    await pressButton({ page, t }, 'cookies:banner.refuse');
    await expect.poll(() => isEverythingCached(page), { timeout: 60_000 }).toBe(true);
    await device.end();

    network.setPortal(true);
    const cold = await device.start();
    // Those of a test last for a session of the browser.
    await testSite.authenticate(cold, person);
    for (const [path, heading] of [
      ['/sos', t('help:sos.title')],
      ['/plan', t('plan:title')],
      ['/breathe', t('breathing:title')],
      [`/content/${session.id}`, session.title],
    ] as const) {
      await cold.goto(path);
      await cold.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
    await pressButton({ page: cold, t }, 'player:complete.mark');
    const mark = cold.getByRole('button', { name: t('player:complete.mark') });
    await mark.waitFor({ state: 'detached' });
    await cold.reload();
    await cold.getByRole('heading', { level: 1, name: session.title }).waitFor();
    expect(await mark.count()).toBe(0);
    // The browser let nothing of the portal's through.
    const { answered, refused } = network.count();
    expect([answered, refused > 0]).toEqual([0, true]);

    network.setPortal(false);
    await cold.goto('/');
    const heard = () =>
      testSite.server.db.select().from(listens).where(eq(listens.userId, person.id));
    await expect.poll(async () => (await heard()).length).toBe(1);
    expect(await heard()).toMatchObject([{ contentId: session.id, completed: true }]);
  },
);
