// @module-tag whole

import { describe, expect, it } from 'vitest';
import { createContentFolder } from '#server/testing/library.ts';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import { expectAccessible, fitsAtDoubleText, hasFocus } from './fixtures/browser.ts';
import { findPlayableSession } from './fixtures/sessions.ts';
import { pressButton, readPosition, startPlayback, type Visitor } from './fixtures/steps.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { createTestSite, WALKED_LANGUAGES } from './fixtures/test-site.ts';

const SCRIPT = `title: A title
summary: A prediction, a sound, and a look back.
---
[ambience cabin]
What do you expect of the sound that follows? Write it down in one sentence.
[wait]
How sure are you of your sentence?
[rate sure]
And how afraid are you?
[rate fear]
Here it comes.
[sound gear 20]
[pause 5]
How afraid are you now?
[rate fear]
And how sure would you be of your sentence tomorrow?
[rate sure]
That is all for today.
`;

const testSite = createTestSite({
  start: async () =>
    startTestServer({}, await createContentFolder([{ slug: 'one', kind: 'load', script: SCRIPT }])),
});

async function openSession(language: 'en' | 'fr') {
  const person = await testSite.createPerson({ language });
  const content = await findPlayableSession(person, () => true);
  const device = await testSite.openDeviceFor(person, { language });
  const { page, visitor, t } = device;
  await page.clock.install();
  const at = (type: string, nth = 0) => {
    const cue = content.cues.filter((one) => one.type === type)[nth];
    if (!cue) throw new Error(`there is no ${type} ${nth}`);
    return Math.floor(cue.at / 1000);
  };
  return {
    ...device,
    person,
    content,
    at,
    goOn: page.locator('form').getByRole('button', { name: t('player:hold.goOn') }),
    skip: page.getByRole('button', { name: t('player:hold.skip') }),
    scale: (name: 'fear' | 'sure') =>
      page.getByRole('slider', { name: t(`player:hold.${name}.label`) }),
    /** Plays until the session stands at this second, however long it is left there. */
    playUntil: async (second: number) => {
      await page.clock.fastForward(60_000);
      await page.clock.runFor(1_000);
      await expect.poll(() => readPosition(visitor)).toBe(second);
    },
  };
}

/** Reads the table of numbers at the end: what was asked, before and after. */
const readNumbers = ({ page, t }: Visitor) =>
  page
    .getByRole('region', { name: t('player:numbers.title') })
    .getByRole('row')
    .allInnerTexts();

describe.each(WALKED_LANGUAGES)('a session in %s', (language) => {
  it('waits, asks, is taken up again where it asked, and shows before and after, by the keyboard alone', async () => {
    const { page, visitor, person, content, at, goOn, skip, scale, playUntil, t } =
      await openSession(language);
    await page.goto(`/content/${content.id}`);
    await page.getByRole('button', { name: t('player:controls.play'), exact: true }).waitFor();
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: t('player:controls.pause') }).waitFor();

    await playUntil(at('wait'));
    await expect.poll(() => hasFocus(goOn)).toBe(true);
    await page.getByText(t('player:hold.wait')).waitFor();
    await expectAccessible(page, 'a session that waits');
    await page.keyboard.press('Enter');

    await playUntil(at('rate'));
    await expect.poll(() => hasFocus(scale('sure'))).toBe(true);
    await skip.waitFor();
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowRight');
    await goOn.waitFor();
    const sure = await scale('sure').inputValue();
    await expectAccessible(page, 'a session that asks');
    expect(await fitsAtDoubleText(page)).toBe(true);
    await page.keyboard.press('Enter');

    await playUntil(at('rate', 1));
    await expect.poll(() => hasFocus(scale('fear'))).toBe(true);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.clock.runFor(6_000);
    await page.reload();
    await page.getByText(t('player:resume.note')).waitFor();
    expect(await readPosition(visitor)).toBe(at('rate', 1));
    expect(await scale('fear').inputValue()).toBe('9');
    await goOn.press('Enter');

    await page.clock.runFor(1_500);
    await page.getByText(`[${t('player:sounds.gear')}]`).waitFor();
    const back = page.getByRole('link', { name: t('player:back') }).first();
    await back.press('Enter');
    await page.waitForURL('**/content-library');
    // It has stopped, and goes on from the small player.
    const bar = page.getByRole('region', { name: t('player:mini.label') });
    const play = bar.getByRole('button', { name: t('player:controls.play'), exact: true });
    await play.press('Enter');
    await page.clock.fastForward(60_000);
    await page.clock.runFor(1_000);
    await bar.getByText(t('player:hold.asks')).first().waitFor();
    await bar.getByRole('button', { name: t('player:hold.goOn') }).waitFor();
    await expectAccessible(page, 'a page beside a session that asks');
    await bar.getByRole('link').first().press('Enter');
    await page.waitForURL('**/content/*');
    await scale('fear').press('Home');
    await scale('fear').press('ArrowRight');
    await goOn.press('Enter');

    await playUntil(at('rate', 3));
    await scale('sure').press('Home');
    await page.keyboard.press('Enter');
    await page.clock.fastForward(30_000);
    await page.clock.runFor(1_000);
    await page.getByRole('heading', { name: t('player:after.title') }).waitFor();
    const percent = (value: string) => t('player:hold.sure.value', { value });
    expect((await readNumbers(visitor)).map((row) => row.trim().split(/\s*\t\s*/))).toEqual([
      [t('player:numbers.title'), t('player:numbers.before'), t('player:numbers.after')],
      [t('player:numbers.sure'), percent(sure), percent('0')],
      [t('player:numbers.fear'), '9', '1'],
    ]);
    await expectAccessible(page, 'the end of a session with numbers');

    const stored = async () => {
      const { body } = await person.call('GET /api/contents/:id', { params: { id: content.id } });
      const given = body.selfRatings?.map(({ name, value }) => `${name} ${value}`);
      // The page's own time ran far ahead, so that the instants say nothing of the order.
      return [body.completed, given?.toSorted()];
    };
    await expect.poll(stored).toEqual([true, ['fear 1', 'fear 9', 'sure 0', `sure ${sure}`]]);
  });
});

it('a headset goes on, a jump passes over what is asked, and a session that nobody sees goes on by itself', async () => {
  const { page, visitor, content, at, playUntil, t } = await openSession('en');
  await page.addInitScript(() => {
    const handlers: Record<string, unknown> = {};
    navigator.mediaSession.setActionHandler = (action, handler) => (handlers[action] = handler);
    Object.assign(globalThis, { handlers });
  });
  await page.goto(`/content/${content.id}`);
  await startPlayback(visitor);
  await playUntil(at('wait'));
  const state = () => page.evaluate(() => navigator.mediaSession.playbackState);
  expect(await state()).toBe('paused');
  await page.evaluate(() =>
    (globalThis as unknown as { handlers: { play: () => void } }).handlers.play(),
  );
  await expect.poll(state).toBe('playing');

  await playUntil(at('rate'));
  const forward = () => pressButton(visitor, 'player:controls.forward');
  await forward();
  await page.getByRole('button', { name: t('player:controls.pause') }).waitFor();
  // It plays, so a busy machine reads it later.
  expect(await readPosition(visitor)).toBeGreaterThanOrEqual(at('rate') + 30);

  await playUntil(at('rate', 2));
  await page.evaluate(() =>
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }),
  );
  await page.clock.runFor(50_000);
  expect(await readPosition(visitor)).toBe(at('rate', 2));
  await page.clock.runFor(12_000);
  await expect.poll(() => readPosition(visitor)).toBeGreaterThan(at('rate', 2));
});

it('without the consent to health data, what is rated is shown and not kept', async () => {
  const { page, visitor, person, content, goOn, scale, skip, at, playUntil, t } =
    await openSession('en');
  const consent = { given: false, version: HEALTH_CONSENT_VERSION };
  await person.call('PUT /api/assessment/consent', { body: consent });
  await page.goto(`/content/${content.id}`);
  await startPlayback(visitor);
  await playUntil(at('wait'));
  await goOn.click();
  await playUntil(at('rate'));
  await skip.click();
  for (const nth of [1, 2]) {
    await playUntil(at('rate', nth));
    await scale('fear').press('End');
    await goOn.click();
  }
  await playUntil(at('rate', 3));
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/listens'));
  await skip.click();
  await page.clock.runFor(30_000);
  await page.getByText(t('player:numbers.notKept')).waitFor();
  expect((await readNumbers(visitor)).at(-1)).toMatch(/10\s+10/);
  expect((await sent).postDataJSON()).not.toHaveProperty('selfRatings');
});
