// @module-tag whole

import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { FLIGHT_PHASES } from '#shared/rules/flight-phases.ts';
import {
  expectNoSidewaysScroll,
  isInViewport,
  measureWidthAtDoubleText,
} from './fixtures/browser.ts';
import { journeyClock } from './fixtures/journey-date.ts';
import { findPlayableSession } from './fixtures/sessions.ts';
import {
  answerQuestions,
  waitForHeading,
  chooseRadio,
  pressButton,
  findBuyButton,
  goToPayment,
} from './fixtures/steps.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { createTestSite, BROWSER_LOCALES, SMALL_PHONE } from './fixtures/test-site.ts';

const testSite = createTestSite();

const LOW = SMALL_PHONE.viewport;
/** The narrowest screen that WCAG 2.2 asks for (1.4.10). */
const NARROW = { width: 320, height: 740 };

it.each(LANGUAGES)(
  'keeps every page as wide as the phone at twice the text size (%s)',
  async (language) => {
    const device = await testSite.openVisitor({
      ...SMALL_PHONE,
      language,
      locale: BROWSER_LOCALES[language],
    });
    const { page, visitor, t } = device;
    const person = await testSite.createPerson({ state: 'onboarding', language });
    const wide: string[] = [];
    const look = async (name: string) => {
      const width = await measureWidthAtDoubleText(page);
      if (width > LOW.width) wide.push(`${name}: ${width}`);
    };
    for (const path of ['/', '/tonight', '/help', '/sos', '/waitlist', '/terms']) {
      await page.goto(path);
      await look(path);
    }
    await testSite.authenticate(page, person);
    await page.goto('/onboarding');
    await waitForHeading(visitor, 'onboarding:name.title');
    await look('the name');
    await page.getByLabel(t('onboarding:name.label'), { exact: true }).fill('Ada');
    await pressButton(visitor, 'onboarding:goOn');
    await waitForHeading(visitor, 'onboarding:consent.title');
    await look('the consent');
    await pressButton(visitor, 'onboarding:consent.agree');
    await answerQuestions(visitor, 0, 0);
    await waitForHeading(visitor, `assessment:scenes.${FEAR_AREAS[1]?.key}`);
    await look('a question');
    const answers = Object.fromEntries(FEAR_AREAS.map(({ key }, index) => [key, index % 11]));
    await person.call('POST /api/assessment/complete', { body: { answers } });
    await page.reload();
    await waitForHeading(visitor, 'assessment:report.title');
    await look('the report');
    const next = page.getByRole('button', { name: t('onboarding:report.next') });
    await expect
      .poll(() => isInViewport(next), { message: 'the way on from the report' })
      .toBe(true);
    await pressButton(visitor, 'onboarding:report.next');
    await waitForHeading(visitor, 'onboarding:focus.title');
    await look('the focus');
    expect(wide).toEqual([]);
  },
);

it.each(LANGUAGES)(
  'has the one action of a page on its first screen, and keeps the cards after one was declined (%s)',
  async (language) => {
    const device = await testSite.openSignedIn({ language, state: 'no_pass' }, SMALL_PHONE);
    const { page, visitor, t } = device;
    await page.goto('/subscription');
    await waitForHeading(visitor, 'billing:choose.title');
    const take = findBuyButton(visitor);
    await take.waitFor();
    await expect.poll(() => isInViewport(take), { message: 'the way to the pass' }).toBe(true);
    expect(await measureWidthAtDoubleText(page)).toBe(LOW.width);
    await page.setViewportSize({ width: LOW.width, height: 640 });
    await take.click();
    const go = page.getByRole('button', { name: t('billing:pay.go') });
    await go.waitFor();
    await expect.poll(() => isInViewport(go), { message: 'the way to the payment' }).toBe(true);
    await pressButton(visitor, 'billing:pay.back');
    await page.setViewportSize(LOW);
    await goToPayment(visitor);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    const pay = page.locator('form button[type=submit]');
    await chooseRadio(visitor, 'billing:sandbox.cards.declined');
    await pay.click();
    await page.getByText(t('billing:error.declined')).waitFor();
    await chooseRadio(visitor, 'billing:sandbox.cards.accepted');
    await pay.click();

    await waitForHeading(visitor, 'billing:success.title');
    await page.getByRole('link', { name: t('billing:success.begin') }).click();
    const begin = page.getByRole('link', { name: t('common:verbs.begin') }).first();
    await begin.waitFor();
    await expect
      .poll(() => isInViewport(begin), { message: 'the way into the session' })
      .toBe(true);
    expect(await measureWidthAtDoubleText(page)).toBe(LOW.width);
  },
);

it.each(LANGUAGES)(
  'has the way into the session on the first screen of today before a flight, above the places (%s)',
  async (language) => {
    const { page, t, person } = await testSite.openSignedIn({ language }, SMALL_PHONE);
    // What most is said of: why it is recommended, and what kind it is.
    const answers = Object.fromEntries(FEAR_AREAS.map(({ key }, index) => [key, (index * 7) % 11]));
    await person.call('POST /api/assessment/complete', { body: { answers } });
    const timeZone = 'Europe/Paris';
    await person.call('PUT /api/users/me/flight-date', {
      body: { flightDate: testSite.server.inDays(12), timeZone },
    });
    const begin = page.getByRole('link', { name: t('common:verbs.begin') }).first();
    await page.goto('/');
    for (const [width, height] of [
      [LOW.width, LOW.height],
      [LOW.width, 640],
      [768, 1024],
      [1280, 800],
      [1366, 650],
    ] as const) {
      await page.setViewportSize({ width, height });
      await begin.waitFor();
      await expect.poll(() => isInViewport(begin), { message: `${width} × ${height}` }).toBe(true);
    }
    await page.setViewportSize(LOW);
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    const countdown = page.getByRole('region', { name: t('home:flight.heading') });
    expect(await findUnreadableWords(countdown.locator('p'))).toEqual([]);
  },
);

const SIGNED_IN = [
  '/',
  '/plan',
  '/ladder',
  '/content-library',
  '/programs',
  '/breathe',
  '/flight',
  '/rehearsal',
  '/rehearsal?dose=own',
  '/profile',
  '/profile?tab=progress',
  '/profile?tab=assessment',
  '/profile?tab=settings',
];

it.each(LANGUAGES)(
  'keeps the pages behind the pass as wide as the phone at twice the text size (%s)',
  async (language) => {
    const { page, person, t } = await testSite.openSignedIn({ language }, SMALL_PHONE);
    await person.call('PUT /api/users/me/flight-date', {
      body: { flightDate: testSite.server.inDays(60), timeZone: 'Europe/Paris' },
    });
    const { id } = await findPlayableSession(person);
    const programs = (await person.call('GET /api/programs')).body.items;
    const wide: string[] = [];
    for (const path of [
      ...SIGNED_IN,
      `/content/${id}`,
      `/programs/${programs[0]?.id}`,
      `/s/${id}`,
    ]) {
      await page.goto(path);
      await page.locator('main h1').waitFor();
      await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
      const width = await measureWidthAtDoubleText(page);
      if (width > LOW.width) wide.push(`${path}: ${width}`);
    }
    expect(wide).toEqual([]);

    await page.goto('/profile?tab=settings');
    const tab = page.locator('main nav [aria-current=page]');
    await tab.waitFor();
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    await expect.poll(() => isInViewport(tab), { message: 'where one is' }).toBe(true);
    const help = page.getByRole('banner').getByText(t('ui:nav.helpNow'), { exact: true });
    expect(
      await help.evaluate((words) => words.getClientRects().length),
      'lines of the way to help',
    ).toBe(1);

    await page.setViewportSize(NARROW);
    await page.goto('/profile');
    const links = page.locator('nav.bottom-0 a');
    await links.first().waitFor();
    const measure = () =>
      links.evaluateAll((all) =>
        all.map((link) => {
          const { left, right } = link.getBoundingClientRect();
          return { ends: [left, right], size: parseFloat(getComputedStyle(link).fontSize) };
        }),
      );
    const before = await measure();
    expect(before.flatMap(({ ends }) => ends)).toEqual([0, 80, 80, 160, 160, 240, 240, 320]);
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    const after = await measure();
    expect(
      after.flatMap(({ ends }) => ends),
      'the links of the navigation stand in two lines',
    ).toEqual([0, 160, 160, 320, 0, 160, 160, 320]);
    expect(after.map(({ size }) => size)).toEqual(before.map(({ size }) => size * 2));
    await expectNoSidewaysScroll(page);
  },
);

// "Wednesday" and "mercredi", "September" and "septembre" are the longest; today and tomorrow say so besides.
it.each([
  ['en', '2027-09-14'],
  ['en', '2027-09-15'],
  ['fr', '2027-09-14'],
  ['fr', '2027-09-15'],
] as const)(
  'keeps the plan as wide as the phone, at twice the text size and on a narrow one, on the longest dates (%s, %s)',
  async (language, date) => {
    journeyClock.set(`${date}T09:30:00Z`);
    const { page, person } = await testSite.openSignedIn({ language }, SMALL_PHONE);
    await person.call('PUT /api/users/me/flight-date', {
      body: { flightDate: testSite.server.inDays(29), timeZone: 'Europe/Paris' },
    });
    await page.goto('/plan');
    await page.locator('main button[aria-expanded=false]').last().click();
    await page.locator('main button[aria-expanded=true]').last().waitFor();
    expect(await measureWidthAtDoubleText(page)).toBe(LOW.width);
    await page.setViewportSize(NARROW);
    await expectNoSidewaysScroll(page);
  },
);

/** A small phone, a usual one, and one on its side. */
const PHONES = [
  [360, 740],
  [390, 844],
  [844, 390],
] as const;

it.each(LANGUAGES)(
  'holds nothing over the pages of a flight at twice the text size, and what is pressed there is whole (%s)',
  async (language) => {
    const { page, t } = await testSite.openSignedIn({ language }, SMALL_PHONE);
    const faults: string[] = [];
    const look = async (name: string, action: Locator) => {
      await action.waitFor();
      await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
      for (const [width, height] of PHONES) {
        await page.setViewportSize({ width, height });
        const found = await action.evaluate((button) => {
          const { parentElement: bar } = button;
          if (!bar) return ['no bar'];
          const readTop = (scrolled: number) => {
            scrollTo({ top: scrolled, behavior: 'instant' });
            return bar.getBoundingClientRect().top;
          };
          // What goes along with the page is not held.
          const isHeld = readTop(0) < innerHeight && readTop(20) === readTop(0);
          bar.closest('main')?.scrollIntoView({ block: 'end', behavior: 'instant' });
          const box = bar.getBoundingClientRect();
          const isReached = box.top >= 0 && box.bottom <= innerHeight + 1;
          const isCut = [...bar.querySelectorAll('button, a')].some(
            (one) => one.scrollWidth > one.clientWidth,
          );
          return [
            ...(isHeld ? ['held over the page'] : []),
            ...(isReached ? [] : ['not reached']),
            ...(isCut ? ['words beyond the button'] : []),
          ];
        });
        for (const fault of found) faults.push(`${name}, ${width} × ${height}: ${fault}`);
      }
      await page.setViewportSize(LOW);
    };
    const getButton = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto('/flight');
    const start = getButton(t('flight:choose.start'));
    await look('the start', start);
    await start.click();
    const phase = t('flight:phases.boarding.name');
    await look('the whole flight', getButton(t('flight:open', { phase })));
    await page.goto('/flight?phase=boarding');
    const next = t('flight:next', { phase: t('flight:phases.doors.name') });
    await look('a phase', getButton(next));
    expect(faults).toEqual([]);
  },
);

/** Finds the words that are broken over two lines without a hyphen of their own, or cut off by what they stand in. */
const findUnreadableWords = (elements: Locator) =>
  elements.evaluateAll((all) => {
    const texts = all.flatMap((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (walker.nextNode()) found.push(walker.currentNode as Text);
      return found;
    });
    return texts.flatMap((text) => {
      const { scrollWidth = 0, clientWidth = 0 } = text.parentElement ?? {};
      const isCut = clientWidth > 0 && scrollWidth > clientWidth;
      const broken = [...text.data.matchAll(/[^\s-]+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      });
      return [...(isCut ? [`${text.data} is cut`] : []), ...broken.map(([word]) => word)];
    });
  });

it.each(LANGUAGES)(
  'cuts and breaks no name of a phase at twice the text size (%s)',
  async (language) => {
    const { page, t } = await testSite.openSignedIn({ language }, SMALL_PHONE);
    const faults: string[] = [];
    const look = async (names: Locator) => {
      await names.first().waitFor();
      await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
      for (const [width, height] of PHONES) {
        await page.setViewportSize({ width, height });
        for (const word of await findUnreadableWords(names))
          faults.push(`${word}, ${width} × ${height}`);
      }
      await page.setViewportSize(LOW);
    };
    await page.goto('/flight');
    await page.getByRole('button', { name: t('flight:choose.start'), exact: true }).click();
    await look(page.locator('main li > button'));
    for (const phase of FLIGHT_PHASES) {
      await page.goto(`/flight?phase=${phase}`);
      await look(page.getByRole('heading', { level: 1, name: t(`flight:phases.${phase}.name`) }));
    }
    expect(faults).toEqual([]);
  },
);

it.each(LANGUAGES)(
  'shows the window, the words and the way to stop while one breathes at twice the text size (%s)',
  async (language) => {
    const { page, visitor, t } = await testSite.openSignedIn({ language }, SMALL_PHONE);
    for (const [width, height] of PHONES) {
      await page.setViewportSize({ width, height });
      await page.goto('/breathe');
      await waitForHeading(visitor, 'breathing:title');
      await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
      await pressButton(visitor, 'breathing:start');
      const stop = page.getByRole('button', { name: t('breathing:stop') });
      for (const [name, part] of [
        ['the words', page.locator('.breath-light p')],
        ['the way to stop', stop],
      ] as const)
        await expect
          .poll(() => isInViewport(part), { message: `${name}, ${width} × ${height}` })
          .toBe(true);
      const window = (await page.locator('.guide-sky').boundingBox())!;
      expect(Math.min(window.y + window.height, height) - Math.max(0, window.y)).toBeGreaterThan(
        80,
      );
      const words = (await page.locator('.breath-light p').boundingBox())!;
      const button = (await stop.boundingBox())!;
      expect(
        [
          // On its side, beside the window.
          words.y >= window.y + window.height || words.x >= window.x + window.width,
          words.y + words.height <= button.y,
        ],
        `the words lie on nothing else, ${width} × ${height}`,
      ).toEqual([true, true]);
    }
  },
);

it('makes every way to call for help large enough for a hand that shakes', async () => {
  const { page, t } = await testSite.openVisitor(SMALL_PHONE);
  const small = async (links: Locator) => {
    const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()));
    expect(boxes.length).toBeGreaterThan(0);
    return boxes.filter((box) => !box || box.width < 44 || box.height < 44);
  };
  await page.goto('/sos');
  expect(await small(page.getByRole('link', { name: t('help:sos.numbers') }))).toEqual([]);
  await page.goto('/help');
  expect(await small(page.locator('a[href^="tel:"]'))).toEqual([]);
});
