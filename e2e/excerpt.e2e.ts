import { describe, expect, it } from 'vitest';
import { CHIME_MS } from '#shared/rules/script-timing.ts';
import { buildExcerptCues } from '#web/features/excerpt/model.ts';
import { expectAccessible, expectNoSidewaysScroll, hasFocus } from './fixtures/browser.ts';
import { pressButton } from './fixtures/steps.ts';
import {
  BROWSER_LOCALES,
  createTestSite,
  SMALL_PHONE,
  WALKED_LANGUAGES,
} from './fixtures/test-site.ts';
import type { Translate } from './fixtures/translations.ts';

const testSite = createTestSite();

/** Opens the landing page on a small phone, with a clock that the test moves. */
async function openLandingPage(
  language: 'en' | 'fr',
  reducedMotion: 'reduce' | 'no-preference' = 'no-preference',
) {
  const device = await testSite.openVisitor({
    language,
    locale: BROWSER_LOCALES[language],
    reducedMotion,
    ...SMALL_PHONE,
  });
  const { page, t } = device;
  await page.clock.install();
  await page.goto('/');
  const findToggle = (label: 'play' | 'pause' | 'again') =>
    page.locator('[data-excerpt]').getByRole('button', {
      name: label === 'play' ? t('landing:excerpt.play') : t(`excerpt:${label}`),
      exact: true,
    });
  await findToggle('play').waitFor();
  return {
    ...device,
    findToggle,
    /** Presses the button by a key, and stops the page's clock once the excerpt plays. */
    startByKey: async (key: string) => {
      await findToggle('play').focus();
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
      await page.keyboard.press(key);
      await findToggle('pause').waitFor();
    },
    /** Reads how far the light has risen, in per cent of its height. */
    readRise: async () => {
      const style = (await page.locator('[data-light]').getAttribute('style')) ?? '';
      return Number(/translateY\(-?([\d.]+)%\)/.exec(style)?.[1]);
    },
    /** Lets the page's clock go on until something is so, for as long as the excerpt takes. */
    runUntil: async (isSo: () => Promise<boolean>) => {
      for (let second = 0; second < 90 && !(await isSo()); second++) await page.clock.runFor(1_000);
      expect(await isSo()).toBe(true);
    },
    guide: page.locator('[data-guide]'),
    announced: page.locator('[data-said]'),
    progress: page.getByRole('progressbar', { name: t('excerpt:progress') }),
  };
}

/** Returns the excerpt's cues, and its only breathing exercise. */
function readExcerpt(t: Translate, language: 'en' | 'fr') {
  const lines = t('landing:excerpt.lines', { returnObjects: true }) as unknown as string[];
  const parts = [...lines, { breaths: 3 }, t('landing:excerpt.after')];
  const cues = buildExcerptCues(parts, language);
  const exercise = cues.find(({ type }) => type === 'breathe')!;
  return { lines, cues, exercise };
}

describe.each(WALKED_LANGUAGES)('the excerpt on the landing page in %s', (language) => {
  it('plays by keyboard, breathes, pauses, and ends with the way on', async () => {
    const { page, t, startByKey, findToggle, ...excerpt } = await openLandingPage(language);
    const { lines, cues, exercise } = readExcerpt(t, language);
    await startByKey('Enter');
    await page.clock.runFor(CHIME_MS + 500);
    const now = page.locator('[data-excerpt] .cue[data-state=now]');
    await expect.poll(() => now.allTextContents()).toEqual([lines[0]]);
    expect(await excerpt.announced.textContent()).toBe(lines[0]);

    // Without a voice the sentences before it come at reading pace.
    await excerpt.runUntil(async () => (await excerpt.readRise()) > 80);
    expect(await excerpt.guide.textContent()).toBe(t('excerpt:in'));
    expect(await excerpt.announced.textContent()).toBe(t('excerpt:in'));
    await page.clock.runFor(2_500);
    await expect.poll(() => excerpt.guide.textContent()).toBe(t('excerpt:out'));

    await page.keyboard.press('Space');
    await findToggle('play').waitFor();
    const reached = await excerpt.progress.getAttribute('value');
    await page.clock.runFor(20_000);
    expect(await excerpt.progress.getAttribute('value')).toBe(reached);

    await page.keyboard.press('Space');
    await findToggle('pause').waitFor();
    const last = cues.at(-1)!;
    await page.clock.runFor(last.at + last.duration - exercise.at);
    await page.getByText(t('landing:excerpt.end')).first().waitFor();
    expect(await excerpt.announced.textContent()).toBe(t('landing:excerpt.end'));
    expect(await hasFocus(findToggle('again'))).toBe(true);
    await page.clock.resume();
    await expectAccessible(page, 'the landing page after its excerpt');
    await expectNoSidewaysScroll(page);
    const wayOn = page.locator('[data-end]').getByRole('link', { name: t('landing:hero.assess') });
    await wayOn.click();
    await page.waitForURL('**/auth?mode=sign-up');
  });

  it('whose player can’t be loaded says so, and plays once it can', async () => {
    const { page, visitor, t, findToggle } = await openLandingPage(language);
    await page.route('**/excerpt-player*', (route) => route.abort());
    await pressButton(visitor, 'landing:excerpt.play');
    const failure = page.getByRole('alert').filter({ hasText: t('excerpt:failed') });
    await failure.waitFor();
    await expectAccessible(page, 'the landing page without the player of its excerpt');
    await expectNoSidewaysScroll(page);
    await page.unroute('**/excerpt-player*');
    await pressButton(visitor, 'landing:excerpt.play');
    await findToggle('pause').waitFor();
    expect(await failure.count()).toBe(0);
  });
});

it('the excerpt breathes in words alone for whoever asks for less motion', async () => {
  const { t, startByKey, guide, readRise, runUntil } = await openLandingPage('en', 'reduce');
  await startByKey('Space');
  await runUntil(async () => (await guide.textContent()) === t('excerpt:in'));
  expect(await readRise()).toBe(0);
});

it('the landing page fetches the player no sooner than somebody comes near it', async () => {
  const { page, findToggle } = await openLandingPage('en');
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.getByRole('heading', { level: 1 }).hover();
  await page.waitForLoadState('networkidle');
  expect(fetched.filter((url) => url.includes('excerpt-player'))).toEqual([]);
  await findToggle('play').hover();
  await expect.poll(() => fetched.filter((url) => url.includes('excerpt-player')).length).toBe(1);
});
