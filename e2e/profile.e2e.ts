import { describe, expect, it } from 'vitest';
import { formatDate } from '#web/lib/format.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { pressButton } from './fixtures/steps.ts';
import { createTestSite, WALKED_LANGUAGES } from './fixtures/test-site.ts';
import { SERVER_MARK_HEADERS } from '#web/lib/testing/server-replies.ts';

const testSite = createTestSite();

describe.each(WALKED_LANGUAGES)('the profile, in %s', (language) => {
  it('says without a pass, and without asking the server, what needs one', async () => {
    const { page, t } = await testSite.openSignedIn({ state: 'no_pass', language });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/profile?tab=progress');
    await page.getByText(t('errors:pass_required')).waitFor();
    expect(asked).not.toContain('/api/dashboard');
    await page.goto('/profile?tab=assessment');
    await page.getByText(t('profile:assessment.againPass')).waitFor();
    await expectAccessible(page, 'the assessment without a pass');
    await page.getByRole('link', { name: t('profile:pass.see') }).click();
    await page.waitForURL('**/subscription');
  });

  it('says of a flight that it has passed, and that flights did not load', async () => {
    const { page, t, visitor, person } = await testSite.openSignedIn({ language });
    const departsOn = testSite.server.inDays(1);
    await person.call('PUT /api/users/me/flight-date', {
      body: { flightDate: departsOn, timeZone: 'Europe/Paris' },
    });
    await page.clock.setFixedTime(new Date(testSite.server.clock().getTime() + 3 * 86_400_000));
    await page.goto('/profile');
    const date = formatDate(departsOn, language);
    await page.getByText(t('profile:flight.passed', { date })).waitFor();

    await page.route('**/api/flights', (route) =>
      route.fulfill({ status: 500, headers: SERVER_MARK_HEADERS }),
    );
    await page.goto('/profile?tab=progress');
    await page.getByText(t('flights:failed')).waitFor();
    await page.unroute('**/api/flights');
    await pressButton(visitor, 'ui:actions.tryAgain');
    await page.getByRole('heading', { name: t('ledger:list.heading') }).waitFor();
  });

  it('says on a device that is full to keep the page open, and sends what it holds with the next network', async () => {
    const { page, t, visitor, person } = await testSite.openSignedIn({ language });
    await page.addInitScript(() => {
      const { prototype } = IDBObjectStore;
      // oxlint-disable-next-line typescript/unbound-method -- called with the store as `this`
      const add = prototype.add;
      prototype.add = function (this: IDBObjectStore, ...input: Parameters<typeof add>) {
        if (this.transaction.db.name !== 'envol-outbox') return add.apply(this, input);
        throw new DOMException('no room', 'QuotaExceededError');
      };
    });
    await page.goto('/profile');
    await pressButton(visitor, 'profile:you.edit');
    // What comes after the page is there too: the line at its foot is fetched late.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.getByLabel(t('profile:you.name'), { exact: true }).fill('Zoé');
    await pressButton(visitor, 'profile:you.save');
    const line = page.getByText(t('offline:storageFull', { count: 1 }));
    await line.waitFor();
    await page.context().setOffline(false);
    const readName = async () => (await person.call('GET /api/users/me')).body.name;
    await expect.poll(readName).toBe('Zoé');
    await line.waitFor({ state: 'detached' });
  });
});
