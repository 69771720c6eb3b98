import { describe, expect, it } from 'vitest';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { expectAccessible, fitsAtDoubleText, hasFocus } from './fixtures/browser.ts';
import { press } from './fixtures/steps.ts';
import { aWorld, SMALL } from './fixtures/world.ts';

const world = aWorld();

describe.each(['en', 'fr'] as const)('in %s', (language) => {
  it('a person sees what changed since the first assessment, and keeps a weekly check-in', async () => {
    const { page, visit, say, person, complaints, close } = await world.visitOf(
      { language },
      SMALL,
    );

    await page.goto('/profile?tab=assessment');
    await page.getByText(say('assessment:change.one')).waitFor();

    world.site.clock.advance(5 * 60_000);
    const answers = Object.fromEntries(FEAR_AREAS.map(({ key }) => [key, 1]));
    await person.call('POST /api/assessment/complete', { body: { answers } });
    await page.reload();
    const [before, after] = language === 'fr' ? ['4,1', '1,0'] : ['4.1', '1.0'];
    await page.getByText(say('assessment:change.less', { before, after })).waitFor();
    await page.getByRole('heading', { name: say('assessment:change.areasLess') }).waitFor();
    await expectAccessible(page, 'change over time');
    expect(await fitsAtDoubleText(page)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

    await press(visit, 'assessment:checkIn.open');
    // Nothing is answered in anybody's place: what is missing is asked for, the first with the focus.
    await press(visit, 'assessment:checkIn.save');
    await expect.poll(() => page.getByText(say('assessment:checkIn.missing')).count()).toBe(4);
    const fear = page.getByLabel(say('assessment:checkIn.fear'));
    await expect.poll(() => hasFocus(fear)).toBe(true);
    await fear.fill('7');
    for (const key of ['worry', 'avoidance', 'confidence'])
      await page.getByLabel(say(`assessment:checkIn.${key}`)).press('Home');
    await expectAccessible(page, 'the weekly check-in');
    await press(visit, 'assessment:checkIn.save');
    await page.getByText(say('assessment:checkIn.saved'), { exact: true }).waitFor();
    await page.getByText(say('assessment:checkIn.means')).waitFor();
    await page.getByText(say('assessment:checkIn.confidenceName')).waitFor();
    const open = page.getByRole('button', { name: say('assessment:checkIn.open') });
    await open.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await close();
  });
});
