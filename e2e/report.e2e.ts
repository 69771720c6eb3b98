import { describe, expect, it } from 'vitest';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { arriveAt, press } from './fixtures/steps.ts';
import { aWorld, SMALL } from './fixtures/world.ts';

const world = aWorld();

describe.each(['en', 'fr'] as const)('the report in %s', (language) => {
  it('says what each high area means and what meets it, and prints without the app around it', async () => {
    const { page, say, complaints, close } = await world.visitOf({ language }, SMALL);
    await page.goto('/profile?tab=assessment');
    const part = page.locator('section', {
      has: page.getByRole('heading', { name: say('meaning:heading') }),
    });
    // The person of these tests is at 7 and above in four areas.
    const areas = part.getByRole('listitem');
    await areas.first().getByRole('link').nth(1).waitFor();
    await expect.poll(() => areas.count()).toBe(4);
    for (const area of await areas.all())
      expect(await area.getByRole('link').count()).toBeGreaterThanOrEqual(2);
    await expectAccessible(page, 'what the high areas mean');
    const beyond = () => document.documentElement.scrollWidth - innerWidth;
    expect(await page.evaluate(beyond)).toBeLessThanOrEqual(0);

    const table = page.getByRole('table').first();
    await expect.poll(() => table.getByRole('rowheader').count()).toBe(16);
    await page.getByRole('button', { name: say('assessment:report.order.flight') }).click();
    const parts = ['before', 'boarding', 'air', 'mind', 'after'];
    await expect
      .poll(() => table.locator('th[scope=rowgroup]').allInnerTexts())
      .toEqual(parts.map((part) => say(`assessment:groups.${part}`)));
    expect(await table.locator('th[scope=row]').count()).toBe(16);
    await expectAccessible(page, 'the report along the flight');
    expect(await page.evaluate(beyond)).toBeLessThanOrEqual(0);

    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0);
    await page.getByRole('table').first().waitFor();
    expect((await page.pdf({ format: 'A4' })).byteLength).toBeGreaterThan(10_000);
    expect(complaints).toEqual([]);
    await close();
  });

  it('lets what to work on first be changed there, and says when it could not be kept', async () => {
    const { page, visit, say, person, complaints, close } = await world.visitOf(
      { language },
      SMALL,
    );
    await page.goto('/profile?tab=assessment');
    const first = page.getByLabel(say('assessment:focus.primary'), { exact: true });
    const second = page.getByLabel(say('assessment:focus.secondary'), { exact: true });
    const [before, other] = [await first.inputValue(), await second.inputValue()];
    await first.selectOption(other);
    await expect.poll(() => second.inputValue()).toBe(before);
    await page.route('**/api/assessment/focus', (route) => route.abort());
    await press(visit, 'profile:focus.save');
    await page
      .getByRole('alert')
      .filter({ hasText: say('errors:network') })
      .waitFor();
    await page.unroute('**/api/assessment/focus');
    await press(visit, 'profile:focus.save');
    await page.getByText(say('profile:focus.saved')).waitFor();
    await expectAccessible(page, 'what to work on first');
    await page.reload();
    await expect.poll(() => first.inputValue()).toBe(other);
    const { body } = await person.call('GET /api/assessment');
    expect(body.completed).toMatchObject({ primaryFocus: other, secondaryFocus: before });
    expect(complaints).toEqual([]);
    await close();
  });

  it('leads from the pass to its billing', async () => {
    const { page, visit, close } = await world.visitOf({ language });
    await page.goto('/profile');
    await page.getByRole('link', { name: visit.say('profile:pass.manage') }).click();
    await arriveAt(visit, 'billing:active.title');
    await close();
  });
});

it('keeps the word for the level in one piece, however narrow its column', async () => {
  const { page, say, person, close } = await world.visitOf({ state: 'onboarding' });
  const consent = { given: true, version: HEALTH_CONSENT_VERSION };
  await person.call('PUT /api/assessment/consent', { body: consent });
  const answers = Object.fromEntries(FEAR_AREAS.map(({ key }) => [key, 5]));
  await person.call('POST /api/assessment/complete', { body: { answers } });
  await page.goto('/onboarding');
  const level = page.getByText(say('assessment:report.levels.moderate'), { exact: true });
  await level.waitFor();
  const lines = () =>
    level.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getClientRects().length;
    });
  for (const width of [320, 360, 640, 900, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await lines(), `at ${width}`).toBe(1);
  }
  await close();
});
