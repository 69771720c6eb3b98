import { describe, expect, it } from 'vitest';
import type { FearAnswers } from '#shared/rules/fear-report.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { expectAccessible, hasFocus } from './fixtures/browser.ts';
import { press } from './fixtures/steps.ts';
import { aWorld, SMALL } from './fixtures/world.ts';

const world = aWorld();

/** Somebody with a pass at the page of a session about turbulence; their answers are 3 but for these, or none. */
async function listener(language: 'en' | 'fr', answers: Record<string, number> | null) {
  const person = await world.person({ language, state: 'pass' });
  const consent = { given: answers !== null, version: '2026-11' } as const;
  await person.call('PUT /api/assessment/consent', { body: consent });
  if (answers) {
    const all = Object.fromEntries(FEAR_AREAS.map(({ key }) => [key, answers[key] ?? 3]));
    await person.call('POST /api/assessment/complete', { body: { answers: all as FearAnswers } });
  }
  const { body } = await person.call('GET /api/contents', { query: { limit: 50 } });
  const session = body.items.find(({ areas }) => areas[0] === 'turbulence_weather_worry');
  if (!session) throw new Error('the library has no session about turbulence');
  const phone = await world.deviceOf(person, { ...SMALL, language });
  await phone.page.goto(`/content/${session.id}`);
  return { ...phone, session };
}

describe.each(['en', 'fr'] as const)('in %s', (language) => {
  it('a session is laid beside one’s own answers, in a figure and a table, and put away by the keyboard', async () => {
    const answers = { turbulence_weather_worry: 9, fear_no_escape: 8, fear_heights: 0 };
    const { page, session, say, complaints, close } = await listener(language, answers);
    const open = page.getByRole('button', { name: say('comparison:open') });
    await open.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: say('comparison:title') });
    const strong = session.areas.filter((area) =>
      ['turbulence_weather_worry', 'fear_no_escape', 'pre_flight_worry'].includes(area),
    );
    await dialog
      .getByText(say('comparison:relation.meets', { shared: strong.length, count: 3 }))
      .waitFor();
    const rows = dialog.getByRole('row').filter({ has: page.getByRole('cell') });
    await expect.poll(() => rows.count()).toBe(FEAR_AREAS.length);
    const first = rows.first();
    expect(await first.innerText()).toContain(
      say('assessment:areas.turbulence_weather_worry.name'),
    );
    expect(await first.getByRole('cell').innerText()).toBe('9');
    await expectAccessible(page, 'a session beside a profile');
    const fits = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      const box = document.querySelector('dialog[open]');
      const fits = box !== null && box.scrollWidth <= box.clientWidth;
      document.documentElement.style.fontSize = '';
      return fits;
    });
    expect(fits).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(open)).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });

  it('whoever has no profile is told so, and what the session is about', async () => {
    const { page, visit, say, complaints, close } = await listener(language, null);
    await press(visit, 'comparison:open');
    const dialog = page.getByRole('dialog', { name: say('comparison:title') });
    await dialog.getByText(say('comparison:none.text')).waitFor();
    await dialog.getByText(say('assessment:areas.turbulence_weather_worry.name')).waitFor();
    await expectAccessible(page, 'a session beside no profile');
    await dialog.getByRole('link', { name: say('comparison:none.action') }).click();
    await page.waitForURL('**/onboarding');
    expect(complaints).toEqual([]);
    await close();
  });
});
