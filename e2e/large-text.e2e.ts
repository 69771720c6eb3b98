import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { answer, arriveAt, choose, press, signUp, type Visit } from './fixtures/steps.ts';
import { aWorld, LOCALES, SMALL } from './fixtures/world.ts';

const world = aWorld();

const LOW = SMALL.viewport;

/** The width of the page in pixels once its text is twice as large, as a reader's own setting makes it. */
async function widthAtDoubleText({ page }: Visit): Promise<number> {
  const size = (value: string) =>
    page.evaluate((to) => void (document.documentElement.style.fontSize = to), value);
  await size('200%');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  await size('');
  return width;
}

/** Whether something is on the screen as it is, and nothing lies over its middle. */
const onScreen = (what: Locator) =>
  what.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.bottom - 4);
    return top !== null && element.contains(top);
  });

it.each(['en', 'fr'] as const)(
  'keeps every page as wide as the phone at twice the text size (%s)',
  async (language) => {
    const phone = await world.stranger({ ...SMALL, language, locale: LOCALES[language] });
    const { page, visit, say } = phone;
    const wide: string[] = [];
    const look = async (name: string) => {
      const width = await widthAtDoubleText(visit);
      if (width > LOW.width) wide.push(`${name}: ${width}`);
    };
    for (const path of ['/help', '/sos', '/waitlist', '/terms']) {
      await page.goto(path);
      await look(path);
    }
    await page.goto('/auth?mode=sign-up');
    await signUp(visit, `large.${language}@example.org`);
    await arriveAt(visit, 'onboarding:name.title');
    await look('the name');
    await page.getByLabel(say('onboarding:name.label'), { exact: true }).fill('Ada');
    await press(visit, 'onboarding:goOn');
    await arriveAt(visit, 'onboarding:consent.title');
    await look('the consent');
    await press(visit, 'onboarding:consent.agree');
    await answer(visit, 0, 14);
    await look('a question');
    await answer(visit, 15);
    await arriveAt(visit, 'assessment:report.title');
    await look('the report');
    await press(visit, 'onboarding:report.next');
    await arriveAt(visit, 'onboarding:focus.title');
    await look('the focus');
    expect(wide).toEqual([]);
    await phone.close();
  },
);

it.each(['en', 'fr'] as const)(
  'has the one action of a page on its first screen, and keeps the cards after one was declined (%s)',
  async (language) => {
    const phone = await world.visitOf({ language, state: 'no_pass' }, SMALL);
    const { page, visit, say } = phone;
    await page.goto('/subscription');
    await arriveAt(visit, 'billing:choose.title');
    const take = page.getByRole('button', { name: say('billing:take'), exact: true });
    await take.waitFor();
    await expect.poll(() => onScreen(take), { message: 'the way to the pass' }).toBe(true);
    expect(await widthAtDoubleText(visit)).toBe(LOW.width);
    await take.click();
    await arriveAt(visit, 'billing:pay.title');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    const pay = page.locator('form button[type=submit]');
    await choose(visit, 'billing:pay.declined');
    await pay.click();
    await page.getByText(say('billing:error.declined')).waitFor();
    await choose(visit, 'billing:pay.accepted');
    await pay.click();

    await arriveAt(visit, 'billing:success.title');
    await page.getByRole('link', { name: say('billing:success.begin') }).click();
    const begin = page.getByRole('link', { name: say('common:verbs.begin') }).first();
    await begin.waitFor();
    await expect.poll(() => onScreen(begin), { message: 'the way into the session' }).toBe(true);
    expect(await widthAtDoubleText(visit)).toBe(LOW.width);
    expect(phone.complaints).toEqual([]);
    await phone.close();
  },
);

it.each(['en', 'fr'] as const)(
  'has the way into the session on the first screen of today before a flight (%s)',
  async (language) => {
    const { page, say, person, close } = await world.visitOf({ language }, SMALL);
    const timeZone = 'Europe/Paris';
    await person.call('PUT /api/users/me/flight-date', {
      body: { flightDate: world.site.inDays(12), timeZone },
    });
    const begin = page.getByRole('link', { name: say('common:verbs.begin') }).first();
    await page.goto('/');
    for (const [width, height] of [
      [LOW.width, LOW.height],
      [768, 1024],
      [1280, 800],
      [1366, 650],
    ] as const) {
      await page.setViewportSize({ width, height });
      await begin.waitFor();
      await expect.poll(() => onScreen(begin), { message: `${width} × ${height}` }).toBe(true);
    }
    await close();
  },
);

const SIGNED_IN = [
  '/',
  '/plan',
  '/ladder',
  '/content-library',
  '/programs',
  '/breathe',
  '/profile',
  '/profile?tab=progress',
  '/profile?tab=assessment',
  '/profile?tab=settings',
];

it.each(['en', 'fr'] as const)(
  'keeps the pages behind the pass as wide as the phone at twice the text size (%s)',
  async (language) => {
    const { page, visit, person, complaints, close } = await world.visitOf({ language }, SMALL);
    await person.call('PUT /api/users/me/flight-date', {
      body: { flightDate: world.site.inDays(60), timeZone: 'Europe/Paris' },
    });
    const { items } = (await person.call('GET /api/contents', { query: { limit: 1 } })).body;
    const programs = (await person.call('GET /api/programs')).body.items;
    const wide: string[] = [];
    for (const path of [
      ...SIGNED_IN,
      `/content/${items[0]?.id}`,
      `/programs/${programs[0]?.id}`,
      `/s/${items[0]?.id}`,
    ]) {
      await page.goto(path);
      await page.locator('main h1').waitFor();
      await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
      const width = await widthAtDoubleText(visit);
      if (width > LOW.width) wide.push(`${path}: ${width}`);
    }
    expect(wide).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  },
);

it('makes every way to call for help large enough for a hand that shakes', async () => {
  const { page, say, close } = await world.stranger(SMALL);
  const small = async (links: Locator) => {
    const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()));
    expect(boxes.length).toBeGreaterThan(0);
    return boxes.filter((box) => !box || box.width < 44 || box.height < 44);
  };
  await page.goto('/sos');
  expect(await small(page.getByRole('link', { name: say('help:sos.numbers') }))).toEqual([]);
  await page.goto('/help');
  expect(await small(page.locator('a[href^="tel:"]'))).toEqual([]);
  await close();
});
