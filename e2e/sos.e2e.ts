import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SOS_SESSION_IDS } from '#shared/rules/sos-sessions.ts';
import { planSosLines } from '#web/features/help/engine/sos-lines.ts';
import { paths } from '#web/lib/paths.ts';
import { expectAccessible, expectNoSidewaysScroll, isInViewport } from './fixtures/browser.ts';
import {
  BROWSER_LOCALES,
  createTestSite,
  SMALL_PHONE,
  WALKED_LANGUAGES,
} from './fixtures/test-site.ts';
import { keepTouches, readTouches } from './fixtures/touches.ts';
import { speakInWriting } from './fixtures/written-voice.ts';

const testSite = createTestSite();
const shots = process.env['PICTURES'];
/** Width and height of phones on their side, in CSS pixels. */
const LOW_SCREENS = [
  [844, 390],
  [667, 375],
] as const;

/** Resolves to the box of the words in an element, without the room about them. */
const measureWords = (element: Locator) =>
  element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect().toJSON() as DOMRect;
  });

/** Resolves to whether a key lies to the left or to the right of words. */
async function isBeside(key: Locator, words: DOMRect): Promise<boolean> {
  const { x, width } = (await key.boundingBox())!;
  return x > words.right || x + width < words.left;
}

/** Lists what is red on a page, borders and drawings included: a hue that warns, in a colour and not a grey. */
const listRed = (page: Page) =>
  page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
    const isRed = (colour: string) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, opaque = 0] = context.getImageData(0, 0, 1, 1).data;
      return opaque > 0 && red > 90 && Math.max(green, blue) < red * 0.55;
    };
    return [...document.querySelectorAll('*')].flatMap((element) => {
      const style = getComputedStyle(element);
      const { color, backgroundColor, borderTopColor, borderLeftColor, fill, stroke } = style;
      const colours = [color, backgroundColor, borderTopColor, borderLeftColor, fill, stroke];
      return colours.filter(isRed).map((colour) => `${element.tagName}: ${colour}`);
    });
  });

/** Expects that no situation can be chosen twice, and that each choice has a line of its own. */
async function expectOneList(page: Page): Promise<void> {
  const choices = page.locator('[data-piece] > summary, [aria-labelledby=listen] a');
  const boxes = await choices.evaluateAll((all) =>
    all.map((choice) => Math.round(choice.getBoundingClientRect().top)),
  );
  expect(boxes.length).toBeGreaterThan(10);
  expect(new Set(boxes).size).toBe(boxes.length);
  const hrefs = await page
    .locator('[data-piece] a, [aria-labelledby=listen] a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
  expect(hrefs.toSorted()).toEqual(Object.values(SOS_SESSION_IDS).map(paths.shared).toSorted());
}

it.each(WALKED_LANGUAGES)(
  '“Help me now” begins at one tap, signed out, and ends in one question (%s)',
  async (language) => {
    const { page, t } = await testSite.openVisitor({
      language,
      locale: BROWSER_LOCALES[language],
      isOwn: true,
      ...SMALL_PHONE,
    });
    const shoot = async (name: string) => {
      if (shots) await page.screenshot({ path: `${shots}/sos-${language}-${name}.png` });
    };
    const lines = t('help:sos.pieces.heart.lines', { returnObjects: true }) as unknown as string[];
    await page.clock.install({ time: testSite.server.clock() });
    await page.goto('/sos');
    // For a person who flies soon, the way on comes first.
    const first = page.locator('main').getByRole('link').first();
    expect(await first.innerText()).toBe(t('help:sos.tonight'));
    expect(await first.getAttribute('href')).toBe('/tonight');
    expect(await isInViewport(first)).toBe(true);
    await page.getByRole('radio', { name: t('help:sos.how.silent') }).check({ force: true });
    await shoot('choices');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'the choices');
    expect(await listRed(page), 'the choices').toEqual([]);
    await expectOneList(page);
    await page.getByText(t('help:sos.pieces.heart.title')).first().click();
    const stage = page.getByRole('dialog');
    // With the tap itself: no clock has gone on.
    expect(await stage.locator('[data-part=line]').textContent()).toBe(lines[0]);
    const longest = planSosLines(lines).toSorted((a, b) => b.text.length - a.text.length)[0]!;
    await page.clock.runFor((longest.at + 1) * 1000);
    await stage.getByText(longest.text, { exact: true }).waitFor();
    await shoot('long-line');
    // However long this sentence or the one above it is, the key is under the thumb.
    const pause = page.getByRole('button', { name: t('help:sos.pause') });
    expect(await isInViewport(pause)).toBe(true);
    const closeKey = page.getByRole('button', { name: t('help:sos.close') });
    for (const [width, height] of LOW_SCREENS) {
      await page.setViewportSize({ width, height });
      const words = await measureWords(stage.locator('[data-part=line]'));
      const rim = (await stage.locator('[data-part=left]').boundingBox())!;
      expect([words.top >= 0, words.bottom <= rim.y], `${width} px wide`).toEqual([true, true]);
      expect(await isBeside(closeKey, words), `${width} px wide`).toBe(true);
      expect(await isInViewport(pause), `${width} px wide`).toBe(true);
    }
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    for (const [width, height] of [[360, 740] as const, ...LOW_SCREENS]) {
      await page.setViewportSize({ width, height });
      const words = await measureWords(stage.locator('[data-part=line]'));
      const large = `${width} px wide, in large text`;
      const keys = (await pause.boundingBox())!;
      const left = await measureWords(stage.locator('[data-part=left]'));
      expect([words.top >= 0, words.bottom <= keys.y], large).toEqual([true, true]);
      expect(words.bottom <= left.top || words.right <= left.left, `${large}, above the rim`).toBe(
        true,
      );
      expect(await isInViewport(pause), large).toBe(true);
    }
    await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
    await page.setViewportSize(SMALL_PHONE.viewport);
    await page.clock.runFor(18_000);
    await shoot('piece');
    expect(await isInViewport(pause)).toBe(true);
    await expectAccessible(page, 'a piece');
    expect(await listRed(page), 'a piece').toEqual([]);
    await pause.click();
    const left = stage.locator('[data-part=left]');
    const before = await left.textContent();
    await page.clock.runFor(30_000);
    expect(await left.textContent()).toBe(before);
    await pause.click();
    if (shots)
      for (const [name, width, height] of [
        ['low', 844, 390],
        ['wide', 1280, 800],
      ] as const) {
        await page.setViewportSize({ width, height });
        await shoot(`piece-${name}`);
      }
    await page.setViewportSize(SMALL_PHONE.viewport);
    await page.clock.runFor(90_000);
    await page.getByRole('heading', { name: t('help:sos.and.title') }).waitFor();
    await expectAccessible(page, 'the question');
    expect(await listRed(page), 'the question').toEqual([]);
    const longer = page.getByRole('link', { name: t('help:sos.longer') });
    expect(await longer.getAttribute('href')).toContain(paths.shared(SOS_SESSION_IDS.heart));
    await page.getByRole('button', { name: t('help:sos.and.louder') }).click();
    await page.getByText(t('help:sos.and.replies.louder')).waitFor();
    const onceMore = page.getByRole('button', { name: t('help:sos.onceMore') });
    await page.setViewportSize({ width: 844, height: 390 });
    await shoot('question-low');
    expect(await isInViewport(onceMore)).toBe(true);
    expect(await isInViewport(longer)).toBe(true);
    // The way out lies over no word.
    expect(
      await isBeside(closeKey, await measureWords(page.getByText(t('help:sos.and.title')))),
    ).toBe(true);
    await page.setViewportSize(SMALL_PHONE.viewport);
    await shoot('question');
    await onceMore.click();
    await stage.getByText(lines[0]!, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await stage.waitFor({ state: 'hidden' });
    if (!shots) return;
    await page.setViewportSize({ width: 1280, height: 800 });
    await shoot('choices-wide');
    await page.setViewportSize({ width: 844, height: 390 });
    await shoot('choices-low');
    await page.setViewportSize(SMALL_PHONE.viewport);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: `${shots}/sos-${language}-dark.png`, fullPage: true });
  },
);

it('a piece is spoken by the voice of the device in large words, or touches lightly in silence', async () => {
  const { page, t } = await testSite.openVisitor({ isOwn: true });
  await page.addInitScript(speakInWriting);
  await page.addInitScript(keepTouches);
  await page.clock.install({ time: testSite.server.clock() });
  await page.goto('/sos');
  const readSaid = () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said);
  const lines = t('help:sos.pieces.shaking.lines', { returnObjects: true });
  await page.getByText(t('help:sos.pieces.shaking.title')).first().click();
  const line = page.locator('[data-part=line]');
  expect(await line.textContent()).toBe(lines[0]);
  expect([await readSaid(), await readTouches(page)]).toEqual([[lines[0]], []]);
  // A screen reader does not say it a second time.
  expect(await line.getAttribute('aria-live')).toBe('off');
  expect(page.viewportSize()?.width).toBe(390);
  expect(await line.evaluate((words) => getComputedStyle(words).fontSize)).toBe('60px');

  await page.locator('[data-part=how-now]').click();
  await page.clock.runFor(10_000);
  await page.getByRole('dialog').getByText(lines[1]!, { exact: true }).waitFor();
  const touches = await readTouches(page);
  expect(await readSaid()).toEqual([lines[0]]);
  expect(touches.length).toBeGreaterThanOrEqual(2);
  expect(Math.max(...touches)).toBeLessThanOrEqual(50);
  expect(await line.getAttribute('aria-live')).toBe('assertive');
});
