import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PRODUCT_NAME } from '#shared/product.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { giveConsents, pressButton, waitForHeading, findBuyButton } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';
import { SERVER_MARK_HEADERS } from '#web/lib/testing/server-replies.ts';

// The messages of the specification that no other journey meets: `network` is met in late-page, `subscription` in
// coming-back, `update_profile` in language, `reset_assessment` in redo, `sign_out` in sign-out, `billing_portal` in
// payment-outage.

const testSite = createTestSite();

/** What a refused order says, by the reply to it. */
const REFUSALS = [
  // By a proxy, which has no mark of the server.
  ['server_error', 502, 'proxy'],
  ['general', 418, 'a_code_of_a_later_version'],
  ['unauthorised', 401, 'unauthorised'],
  ['admin_required', 403, 'admin_required'],
  ['server_error', 500, null],
] as const;

/** Has every call to an address answered so from now on. */
async function answer(page: Page, url: string, status: number, code: string | null): Promise<void> {
  await page.unroute(url);
  await page.route(url, (route) =>
    route.fulfill({
      status,
      headers: code === 'proxy' ? { 'content-type': 'text/html' } : SERVER_MARK_HEADERS,
      ...(code === null || code === 'proxy'
        ? { body: '<h1>Bad gateway</h1>' }
        : { json: { error: { code } } }),
    }),
  );
}

describe.each(LANGUAGES)('a failure, in %s,', (language) => {
  it('says what it is in the words of the specification, leads to support, and is over once it is tried again', async () => {
    const device = await testSite.openSignedIn({ state: 'no_pass', language }, SMALL_PHONE);
    const { page, visitor, t } = device;
    const isShown = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();
    const again = () => pressButton(visitor, 'billing:error.tryAgain');
    const isTitled = (title: string) =>
      expect.poll(() => page.title()).toBe(`${title.replace(/\.$/, '')} · ${PRODUCT_NAME}`);
    // Where no pass is active, the tab of the page that comes after paying doesn't say that one is.
    await page.goto('/subscription-success');
    await isTitled(t('billing:success.noneTitle'));
    await page.goto('/subscription');
    await isTitled(t('billing:title'));
    await findBuyButton(visitor).click();
    await isTitled(t('billing:pay.title'));
    await giveConsents(visitor);
    for (const [index, [key, status, code]] of REFUSALS.entries()) {
      await answer(page, '**/api/checkouts', status, code);
      await (index === 0 ? pressButton(visitor, 'billing:pay.go') : again());
      await isShown(t(`errors:${key}`));
      await isShown(t('errors:subscription_start'));
      expect(await page.getByText(t('offline:needs.payment')).count()).toBe(0);
    }
    await page.unroute('**/api/checkouts');
    await again();
    await waitForHeading(visitor, 'billing:sandbox.title');
    await isTitled(t('billing:sandbox.title'));

    await answer(page, '**/api/sandbox/checkouts/*/pay', 503, 'payments_unavailable');
    await page.locator('form button[type=submit]').click();
    await isShown(t('errors:payment'));
    await page.getByRole('link', { name: t('billing:error.support') }).waitFor();
    await page.unroute('**/api/sandbox/checkouts/*/pay');
    await again();
    await waitForHeading(visitor, 'billing:success.title');
    await isTitled(t('billing:success.title'));
    await page.goto('/subscription');
    await isTitled(t('billing:active.title'));

    await page.goto('/content/018f8f8e-0000-7000-8000-000000000000');
    await page.getByText(t('errors:content_not_found')).first().waitFor();
  });
});
