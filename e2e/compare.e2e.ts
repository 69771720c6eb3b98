import { describe, expect, it } from 'vitest';
import type { FearAnswers } from '#shared/rules/fear-report.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { expectAccessible, hasFocus } from './fixtures/browser.ts';
import { pressButton } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE, WALKED_LANGUAGES } from './fixtures/test-site.ts';

const testSite = createTestSite();

/** Opens a session about turbulence for a new person who answered 3 but for these `answers`, or nothing (null). */
async function openSession(language: 'en' | 'fr', answers: Record<string, number> | null) {
  const person = await testSite.createPerson({ language, state: 'pass' });
  const consent = { given: answers !== null, version: '2026-11' } as const;
  await person.call('PUT /api/assessment/consent', { body: consent });
  if (answers) {
    const all = Object.fromEntries(FEAR_AREAS.map(({ key }) => [key, answers[key] ?? 3]));
    await person.call('POST /api/assessment/complete', { body: { answers: all as FearAnswers } });
  }
  const { body } = await person.call('GET /api/contents', { query: { limit: 50 } });
  const session = body.items.find(({ areas }) => areas[0] === 'turbulence_weather_worry');
  if (!session) throw new Error('the library has no session about turbulence');
  const device = await testSite.openDeviceFor(person, { ...SMALL_PHONE, language });
  await device.page.goto(`/content/${session.id}`);
  return { ...device, session };
}

describe.each(WALKED_LANGUAGES)('in %s', (language) => {
  it('a session is laid beside one’s own answers, in a figure and a table, and put away by the keyboard', async () => {
    const answers = { turbulence_weather_worry: 9, fear_no_escape: 8, fear_heights: 0 };
    const { page, session, t } = await openSession(language, answers);
    const open = page.getByRole('button', { name: t('comparison:open') });
    await open.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: t('comparison:title') });
    const strong = session.areas.filter((area) =>
      ['turbulence_weather_worry', 'fear_no_escape', 'pre_flight_worry'].includes(area),
    );
    await dialog
      .getByText(t('comparison:relation.meets', { shared: strong.length, count: 3 }))
      .waitFor();
    const rows = dialog.getByRole('row').filter({ has: page.getByRole('cell') });
    await expect.poll(() => rows.count()).toBe(FEAR_AREAS.length);
    const first = rows.first();
    expect(await first.innerText()).toContain(t('areas:turbulence_weather_worry'));
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
  });

  it('whoever has no profile is told so, and what the session is about', async () => {
    const { page, visitor, t } = await openSession(language, null);
    await pressButton(visitor, 'comparison:open');
    const dialog = page.getByRole('dialog', { name: t('comparison:title') });
    await dialog.getByText(t('comparison:none.text')).waitFor();
    await dialog.getByText(t('areas:turbulence_weather_worry')).waitFor();
    await expectAccessible(page, 'a session beside no profile');
    await dialog.getByRole('link', { name: t('comparison:none.action') }).click();
    await page.waitForURL('**/onboarding');
  });
});
