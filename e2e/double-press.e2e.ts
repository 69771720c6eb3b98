import { describe, expect, it } from 'vitest';
import { createTestSite, WALKED_LANGUAGES } from './fixtures/test-site.ts';

const testSite = createTestSite();

describe.each(WALKED_LANGUAGES)('a double press, in %s', (language) => {
  it('opens and closes a dialog without reaching what lies behind it', async () => {
    const { page, t } = await testSite.openSignedIn({ language });
    await page.goto('/plan');
    const opener = page.getByRole('button', { name: t('plan:calendar.open') });
    const dialog = page.getByRole('dialog');
    await opener.dblclick();
    await dialog.waitFor();
    const save = dialog.getByRole('button', { name: t('plan:calendar.save') });
    const box = await save.boundingBox();
    const x = (box?.x ?? 0) + (box?.width ?? 0) / 2;
    const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
    // Finds what lies there once the dialog is closed.
    await dialog.getByRole('button', { name: t('ui:actions.close') }).click();
    await dialog.waitFor({ state: 'hidden' });
    const isLink = await page.evaluate(
      ([left = 0, top = 0]) => document.elementFromPoint(left, top)?.closest('a') != null,
      [x, y],
    );
    expect(isLink).toBe(true);
    await opener.click();
    await page.mouse.dblclick(x, y);
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/plan');
    // Another press on the same place is one of its own.
    await page.mouse.move(0, 0);
    await page.mouse.click(x, y);
    await page.waitForURL((url) => url.pathname !== '/plan');
  });
});
