// @module-tag whole

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { createBanner } from '#server/features/banners/writes.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { SOS_SESSION_IDS } from '#shared/rules/sos-sessions.ts';
import { isInViewport } from './fixtures/browser.ts';
import { findPlayableSession } from './fixtures/sessions.ts';
import { pressButton } from './fixtures/steps.ts';
import { BROWSER_LOCALES, createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

const testSite = createTestSite();

/** Phones upright and on their side, a tablet, a laptop as it is and zoomed to 200 %, a desk's screen. */
const SIZES = [
  [320, 640],
  [360, 740],
  [390, 844],
  [667, 375],
  [844, 390],
  [640, 400],
  [768, 1024],
  [1280, 800],
] as const;
const TEXT_SIZES = [100, 150, 200] as const;

/**
 * Goes to each of these seconds of the session and returns those at which a line of the present sentence is off the
 * screen or under something, judged by the middle and the ends of the line.
 */
const listCovered = (page: Page, seconds: readonly number[]) =>
  page.evaluate(async (all) => {
    const slider = document.querySelector<HTMLInputElement>('[data-player] input[type=range]');
    const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    const covered: string[] = [];
    for (const second of all) {
      property?.set?.call(slider, String(second));
      slider?.dispatchEvent(new Event('input', { bubbles: true }));
      await Promise.resolve();
      const sentence = document.querySelector('.cue[data-state=now]');
      const isSeen = (x: number, y: number) =>
        document.elementFromPoint(x, y)?.closest('.cue') === sentence;
      const lines = sentence ? [...sentence.getClientRects()] : [];
      const isWhole = lines.every(({ left, right, top, bottom }) => {
        const [middle, inset] = [(top + bottom) / 2, Math.min(6, (right - left) / 3)];
        return (
          top >= -1 &&
          bottom <= innerHeight + 1 &&
          [left + inset, (left + right) / 2, right - inset].every((x) => isSeen(x, middle))
        );
      });
      if (lines.length === 0 || !isWhole) covered.push(`${second} s: ${sentence?.textContent}`);
    }
    return covered;
  }, seconds);

/** Whether the controls begin to the right of where the present sentence ends. */
const isLeftOfControls = (page: Page) =>
  page.evaluate(() => {
    const lines = [...document.querySelector('.cue[data-state=now]')!.getClientRects()];
    const controls = document.querySelector('.player-controls')!.getBoundingClientRect();
    return lines.every(({ right }) => right <= controls.left);
  });

it('keeps each sentence of a session whole and uncovered on every screen, at every text size', async () => {
  const person = await testSite.createPerson({ language: 'fr' });
  const content = await findPlayableSession(person);
  const seconds = content.cues.flatMap((cue) =>
    // A sentence so short that no whole second falls into it is beside one that is tested.
    cue.type === 'say' && Math.ceil(cue.at / 1000) * 1000 < cue.at + cue.duration
      ? [Math.ceil(cue.at / 1000)]
      : [],
  );
  const { page } = await testSite.openDeviceFor(person, { language: 'fr' });
  await page.goto(`/content/${content.id}`);
  await page.locator('[data-player] .cue').first().waitFor();
  const covered: string[] = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    for (const text of TEXT_SIZES) {
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
        // Resize observers run before the next frame is drawn.
        return new Promise((resolve) => void requestAnimationFrame(() => setTimeout(resolve)));
      }, text);
      const found = await listCovered(page, seconds);
      if (found.length > 0)
        covered.push(`${width} × ${height}, ${text} %: ${found.length}, such as ${found[0]}`);
      // A phone on its side.
      if (height < 400 && !(await isLeftOfControls(page)))
        covered.push(`${width} × ${height}, ${text} %: not to the left of the controls`);
    }
  }
  expect(covered).toEqual([]);
});

it('shows each choice of the help and of the night on the first screen of a phone on its side', async () => {
  const viewport = { width: 844, height: 390 };
  const { page } = await testSite.openVisitor({ viewport, language: 'fr', locale: 'fr-FR' });
  for (const [path, choice] of [
    ['/sos', '[data-piece] > summary'],
    ['/tonight', '[data-fear]'],
  ] as const) {
    await page.goto(path);
    const last = page.locator(choice).last();
    await last.waitFor();
    expect(await isInViewport(last), path).toBe(true);
  }
});

it('keeps what a session can be begun again with on the screen, and the name of it in two lines', async () => {
  const { page, person, t } = await testSite.openSignedIn({ language: 'fr' }, SMALL_PHONE);
  const { id } = await findPlayableSession(person);
  const at = testSite.server.clock().toISOString();
  const heard = { positionMs: 60_000, listenedMs: 60_000, completed: false, timeZone: 'UTC' };
  await person.call('POST /api/listens', {
    body: { id: crypto.randomUUID(), contentId: id, startedAt: at, endedAt: at, ...heard },
  });
  await page.goto(`/content/${id}`);
  const again = page.getByRole('button', { name: t('player:resume.again') });
  await again.waitFor();
  const title = page.locator('.player-title');
  const lines = await title.evaluate((element) =>
    Math.round(
      element.getBoundingClientRect().height /
        parseFloat(getComputedStyle(element.querySelector('h1')!).lineHeight),
    ),
  );
  expect(lines).toBeLessThanOrEqual(2);
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  const { x, width } = (await again.boundingBox())!;
  expect([x >= 0, x + width <= SMALL_PHONE.viewport.width]).toEqual([true, true]);
  expect(await isInViewport(again)).toBe(true);
});

it('keeps each sentence of the night before whole, with its controls, on every screen, at every text size', async () => {
  const { page, t } = await testSite.openVisitor({ language: 'fr', locale: 'fr-FR' });
  await page.goto('/tonight');
  await page.locator('[data-scripted]:not(.invisible)').waitFor();
  await page.getByRole('link', { name: t('tonight:fear.crashing') }).click();
  const pause = page.getByRole('button', { name: t('excerpt:pause'), exact: true });
  await pause.click();
  const covered: string[] = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    for (const text of TEXT_SIZES) {
      const found = await page.evaluate(async (size) => {
        document.documentElement.style.fontSize = `${size}%`;
        await new Promise((resolve) => void requestAnimationFrame(() => setTimeout(resolve)));
        const [stage, line, words, toggle] = [
          '[data-stage]',
          '[data-line]',
          '[data-words]',
          '[data-toggle]',
        ].map((selector) => document.querySelector<HTMLElement>(selector)!) as [
          HTMLElement,
          HTMLElement,
          HTMLElement,
          HTMLElement,
        ];
        scrollTo(0, stage.getBoundingClientRect().top + scrollY);
        const cues = JSON.parse(
          document.querySelector<HTMLElement>('[data-excerpt]')!.dataset['cues']!,
        ) as { type: string; text: string }[];
        const faults: string[] = [];
        const isWithin = (inner: DOMRect, { top, bottom }: { top: number; bottom: number }) =>
          inner.top >= top - 1 && inner.bottom <= bottom + 1;
        const screen = { top: 0, bottom: innerHeight };
        if (!isWithin(toggle.getBoundingClientRect(), screen)) faults.push('the controls');
        if (document.documentElement.scrollWidth > innerWidth) faults.push('the width');
        for (const cue of cues.filter(({ type }) => type === 'say')) {
          line.textContent = cue.text;
          // The page fits the words when they change.
          await Promise.resolve();
          const text = document.createRange();
          text.selectNodeContents(line);
          const box = text.getBoundingClientRect();
          const isWhole = isWithin(box, screen) && isWithin(box, words.getBoundingClientRect());
          if (!isWhole || box.right > innerWidth) faults.push(cue.text);
        }
        return faults;
      }, text);
      if (found.length > 0)
        covered.push(`${width} × ${height}, ${text} %: ${found.length}, such as ${found[0]}`);
    }
  }
  expect(covered).toEqual([]);
});

it('asks about cookies at the end of the page where the question would cover it', async () => {
  const { page, t } = await testSite.openVisitor({
    ...SMALL_PHONE,
    language: 'fr',
    locale: 'fr-FR',
    undecided: true,
  });
  await page.goto('/');
  const banner = page.locator('[data-cookie-banner]');
  await banner.waitFor();
  expect(await isInViewport(banner)).toBe(true);
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  await expect.poll(() => isInViewport(banner)).toBe(false);
  expect(await isInViewport(page.getByRole('link', { name: t('landing:hero.tonight') }))).toBe(
    true,
  );
});

it.each(LANGUAGES)(
  'says on the landing page what it has to say in 5,200 px of a phone (%s)',
  async (language) => {
    const { page } = await testSite.openVisitor({
      ...SMALL_PHONE,
      language,
      locale: BROWSER_LOCALES[language],
    });
    await page.goto('/');
    await page.locator('main h1').waitFor();
    const height = await page.evaluate(() => {
      // Also what is laid out only when it comes near the screen.
      for (const part of document.querySelectorAll<HTMLElement>('[class*=render-late]'))
        part.style.contentVisibility = 'visible';
      return document.documentElement.scrollHeight;
    });
    expect(height).toBeLessThanOrEqual(5_200);
  },
);

it('uses the width of a laptop and of a desk', async () => {
  const { page, person } = await testSite.openSignedIn({ language: 'fr' });
  await person.call('PUT /api/users/me/flight-date', {
    body: { flightDate: testSite.server.inDays(9), timeZone: 'Europe/Paris' },
  });
  const { id } = await findPlayableSession(person);
  const step = crypto.randomUUID();
  const picture = { area: 'fear_heights', material: 'picture.wing', words: null } as const;
  await person.call('PUT /api/ladder', {
    body: { steps: [{ id: step, ...picture }], added: [step], order: [step] },
  });
  const measureRight = () =>
    page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('main :is(h2, h3, p, li, dt, dd, a, button, svg)')]
          .map((element) => element.getBoundingClientRect())
          .filter(({ top, width }) => top < innerHeight * 2 && width > 0 && width < innerWidth / 2)
          .map((box) => box.right),
      ),
    );
  const paths = [
    ...['/', '/plan', '/programs', '/profile', '/profile?tab=progress'],
    ...['/profile?tab=assessment', '/profile?tab=settings', '/subscription'],
    ...['/content-library', `/content/${id}`, '/ladder', `/ladder/${step}`],
  ];
  for (const path of paths) {
    await page.goto(path);
    await page.locator('main h1').first().waitFor();
    for (const width of [1280, 1920]) {
      await page.setViewportSize({ width, height: 1000 });
      await expect
        .poll(measureRight, { message: `${path} at ${width}` })
        .toBeGreaterThanOrEqual(width * 0.75);
    }
  }
});

it('leaves four fifths of today to the page at twice the text size', async () => {
  const { page } = await testSite.openSignedIn(
    { language: 'fr' },
    { ...SMALL_PHONE, reducedMotion: 'no-preference' },
  );
  await page.goto('/');
  await page.locator('main h1').waitFor();
  await page.locator('[data-held] aside').waitFor();
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  const heights = await page.evaluate(() => [
    document.querySelector('[data-held]')!.getBoundingClientRect().height,
    innerHeight,
  ]);
  expect(heights[0]! / heights[1]!).toBeLessThanOrEqual(0.2);
});

it('has titles of sessions on the first screen of a laptop, with every notice up', async () => {
  const admin = await testSite.createPerson({ state: 'admin' });
  await createBanner(
    testSite.server.db,
    { actorId: admin.id, now: testSite.server.clock() },
    {
      name: 'News',
      isActive: true,
      visibleOnPages: [],
      displayOrder: 1,
      targetUrl: null,
      urlParams: {},
      translationKey: null,
      text: { en: 'Flights are full this week.', fr: 'Les vols sont pleins cette semaine.' },
      buttonTranslationKey: null,
      buttonText: null,
      startsAt: null,
      endsAt: null,
    },
  );
  const { page, visitor } = await testSite.openSignedIn(
    { language: 'fr', isConfirmed: false },
    { viewport: { width: 1280, height: 800 }, undecided: true },
  );
  const titles = page.locator('main a[href^="/content/"] .font-serif');
  const countSeen = async () => {
    const held = await page.locator('[data-held]').boundingBox();
    return titles.evaluateAll(
      (all, bottom) => all.filter((title) => title.getBoundingClientRect().bottom <= bottom).length,
      held!.y,
    );
  };
  await page.goto('/content-library');
  await page.locator('[data-cookie-banner]').waitFor();
  await titles.first().waitFor();
  expect(await countSeen()).toBeGreaterThanOrEqual(3);
  // What is announced waits until that question is answered.
  await pressButton(visitor, 'cookies:banner.refuse');
  await page.getByText('Les vols sont pleins cette semaine.').waitFor();
  await page.locator('[data-held] [data-beta]').waitFor();
  expect(await countSeen()).toBeGreaterThanOrEqual(3);
});

it('shows light, words and controls of a shared session on one screen while it plays, in silence for whoever asks', async () => {
  const { page, t } = await testSite.openVisitor({
    ...SMALL_PHONE,
    language: 'fr',
    locale: 'fr-FR',
  });
  await page.goto(`/s/${SOS_SESSION_IDS.shaking}`);
  await page.getByRole('button', { name: t('excerpt:silence') }).click();
  const line = page.locator('[data-line]');
  await expect.poll(() => line.textContent()).not.toBe('');
  const pause = page.getByRole('button', { name: t('excerpt:pause'), exact: true });
  for (const [width, height] of [
    [360, 740],
    [390, 844],
    [844, 390],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const [name, part] of [
      ['the words', line],
      ['the light', page.locator('[data-window]')],
      ['the controls', pause],
    ] as const)
      await expect
        .poll(() => isInViewport(part), { message: `${name}, ${width} × ${height}` })
        .toBe(true);
  }
  // Who asks for silence is told of no voice, and offered none.
  expect(await page.getByText(t('excerpt:noVoice')).isVisible()).toBe(false);
});
