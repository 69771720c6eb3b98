import { describe, expect, it } from 'vitest';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { expectAccessible, fitsAtDoubleText, hasFocus } from './fixtures/browser.ts';
import { pressButton } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE, WALKED_LANGUAGES } from './fixtures/test-site.ts';

const testSite = createTestSite();

describe.each(WALKED_LANGUAGES)('in %s', (language) => {
  it('a person sees what changed since the first assessment, and keeps a weekly check-in', async () => {
    const { page, visitor, t, person } = await testSite.openSignedIn({ language }, SMALL_PHONE);

    await page.goto('/profile?tab=assessment');
    await page.getByText(t('assessment:change.one')).waitFor();

    testSite.server.clock.advance(5 * 60_000);
    const answers = Object.fromEntries(FEAR_AREAS.map(({ key }) => [key, 1]));
    await person.call('POST /api/assessment/complete', { body: { answers } });
    await page.reload();
    const [before, after] = language === 'fr' ? ['4,1', '1,0'] : ['4.1', '1.0'];
    await page.getByText(t('assessment:change.less', { before, after })).waitFor();
    await page.getByRole('heading', { name: t('assessment:change.areasLess') }).waitFor();
    await expectAccessible(page, 'change over time');
    expect(await fitsAtDoubleText(page)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

    await pressButton(visitor, 'assessment:checkIn.open');
    // No question is answered for the person: what is missing is asked for, the first with the focus.
    await pressButton(visitor, 'assessment:checkIn.save');
    await expect.poll(() => page.getByText(t('assessment:checkIn.missing')).count()).toBe(4);
    const fear = page.getByLabel(t('assessment:checkIn.fear'));
    await expect.poll(() => hasFocus(fear)).toBe(true);
    await fear.fill('7');
    for (const key of ['worry', 'avoidance', 'confidence'])
      await page.getByLabel(t(`assessment:checkIn.${key}`)).press('Home');
    await expectAccessible(page, 'the weekly check-in');
    await pressButton(visitor, 'assessment:checkIn.save');
    await page.getByText(t('assessment:checkIn.saved'), { exact: true }).waitFor();
    await page.getByText(t('assessment:checkIn.means')).waitFor();
    await page.getByText(t('assessment:checkIn.confidenceName')).waitFor();
    const open = page.getByRole('button', { name: t('assessment:checkIn.open') });
    await open.waitFor({ state: 'detached' });
  });
});
