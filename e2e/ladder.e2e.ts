import { describe, expect, it } from 'vitest';
import { expectAccessible, hasFocus } from './fixtures/browser.ts';
import { arriveAt, press, type Visit } from './fixtures/steps.ts';
import { aWorld, SMALL } from './fixtures/world.ts';

const MARKER = 'zebra-lantern-4711';
const world = aWorld();

/** Somebody with an assessment, on a phone of their own; every address asked for is written down. */
async function somebody(language: 'en' | 'fr') {
  const own = await world.visitOf({ language }, SMALL);
  const addresses: string[] = [];
  own.page.on('request', (request) => addresses.push(request.url()));
  return { ...own, addresses };
}

async function expectNoOverflow({ page }: Visit): Promise<void> {
  const beyond = () => document.documentElement.scrollWidth - innerWidth;
  expect(await page.evaluate(beyond)).toBeLessThanOrEqual(0);
}

describe.each(['en', 'fr'] as const)('the ladder in %s', (language) => {
  it('asks for nothing new in the last day before a flight', async () => {
    const { page, visit, say, person, close } = await somebody(language);
    await page.clock.setFixedTime(world.site.clock());
    await page.goto('/ladder');
    await press(visit, 'ladder:empty.propose');
    await page.getByText(say('ladder:list.next')).waitFor();
    await expect
      .poll(async () => (await person.call('GET /api/ladder')).body.steps.length)
      .toBeGreaterThan(9);
    const note = page.getByText(say('ladder:lastDay'));
    expect(await note.count()).toBe(0);
    const departsOn = world.site.inDays(0);
    const where = { timeZone: 'Europe/Paris', fromAirport: null, toAirport: null };
    const flight = { kind: 'outbound' as const, departsOn, departsAt: null, number: null };
    await person.call('POST /api/flights', { body: { ...flight, ...where } });
    await page.reload();
    await note.waitFor();
    await page.getByText(say('ladder:list.next')).waitFor();
    await expectAccessible(page, 'the ladder in the last day');
    await expectNoOverflow(visit);
    await close();
  });

  it('is proposed, put in another order by keyboard, and climbed in two halves', async () => {
    const { page, visit, say, complaints, person, addresses, close } = await somebody(language);
    await page.goto('/ladder');
    await arriveAt(visit, 'ladder:title');
    await expectAccessible(page, 'a ladder that is empty');
    await press(visit, 'ladder:empty.propose');
    const rows = page.getByRole('main').getByRole('listitem');
    await rows.nth(9).waitFor();
    await expectAccessible(page, 'the ladder');
    await expectNoOverflow(visit);

    await press(visit, 'ladder:list.sort');
    await expectAccessible(page, 'the ladder being sorted');
    await expectNoOverflow(visit);
    const nameOf = async (place: number) =>
      (await rows.nth(place).getByRole('button').nth(2).getAttribute('aria-label')) ?? '';
    const first = await nameOf(0);
    await rows.nth(0).getByRole('button').nth(2).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => nameOf(1)).toBe(first);
    await page.keyboard.press('Enter');
    await expect.poll(() => nameOf(2)).toBe(first);

    const handle = rows.nth(2).locator('[data-drag]');
    // Above what is held at the bottom of the screen.
    await handle.evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const [from, to] = [await handle.boundingBox(), await rows.nth(0).boundingBox()];
    await page.mouse.move(from!.x + 20, from!.y + 20);
    await page.mouse.down();
    await page.mouse.move(to!.x + 200, to!.y + 8, { steps: 6 });
    await page.mouse.up();
    await expect.poll(() => nameOf(0)).toBe(first);

    await press(visit, 'ladder:list.sortDone');
    await press(visit, 'ladder:list.add');
    await page.getByLabel(say('ladder:edit.words')).fill(`${MARKER} tower`);
    await expectAccessible(page, 'a step being written');
    await press(visit, 'ladder:edit.add');
    await page.getByRole('link', { name: `${MARKER} tower` }).click();
    await page.getByRole('heading', { level: 1, name: `${MARKER} tower` }).waitFor();

    await press(visit, 'ladder:before.begin');
    await page.getByText(say('ladder:before.missing')).waitFor();
    const expected = page.getByLabel(say('ladder:before.expected'));
    await expect.poll(() => hasFocus(expected)).toBe(true);
    await expected.fill(`${MARKER} I will leave`);
    await page.getByLabel(say('ladder:before.sure')).fill('80');
    await page.getByLabel(say('ladder:before.fear')).fill('7');
    await expectAccessible(page, 'the first half of an attempt');
    await expectNoOverflow(visit);
    await press(visit, 'ladder:before.begin');
    await page
      .getByText(say('ladder:after.lead', { expected: `${MARKER} I will leave` }))
      .waitFor();
    const isAtTop = (key: string) =>
      page.getByRole('heading', { level: 2, name: say(key), exact: true }).evaluate((heading) => {
        const { top } = heading.getBoundingClientRect();
        return heading === document.activeElement && top > 0 && top < innerHeight / 2;
      });
    await expect.poll(() => isAtTop('ladder:after.heading')).toBe(true);
    const attempt = async () => {
      const { steps } = (await person.call('GET /api/ladder')).body;
      return steps.at(-1)?.attempts[0];
    };
    await expect.poll(attempt).toBeDefined();
    await page.reload();
    await page.getByLabel(say('ladder:after.highest')).fill('9');
    await page.getByLabel(say('ladder:after.fear')).fill('4');
    await page.getByLabel(say('ladder:after.happened')).fill(`${MARKER} I stayed`);
    await page.getByLabel(say('ladder:after.learned')).fill(`${MARKER} it passes`);
    await expectAccessible(page, 'the second half of an attempt');
    await press(visit, 'ladder:after.keep');
    await page.getByText(say('ladder:done.again'), { exact: true }).waitFor();
    await page.getByText(say('ladder:done.repeats', { count: 2 })).waitFor();
    await expect.poll(() => isAtTop('ladder:done.kept')).toBe(true);
    await expectAccessible(page, 'an attempt that is kept');
    await expect.poll(async () => (await attempt())?.outcome?.after).toBe(4);
    expect(addresses.filter((address) => decodeURIComponent(address).includes(MARKER))).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('opens its pictures, sounds and scenes, and keeps an attempt made without a network', async () => {
    const { page, visit, say, complaints, person, close } = await somebody(language);
    const steps = (['picture.wing', 'sound.takeoff', 'scene'] as const).map((material) => ({
      id: crypto.randomUUID(),
      area: 'takeoff_landing_fear' as const,
      material,
      words: null,
    }));
    await person.call('PUT /api/ladder', { body: { steps } });
    await page.goto('/ladder');
    await page.getByRole('link', { name: say('ladder:sound.takeoff') }).click();
    await press(visit, 'ladder:step.play');
    await press(visit, 'ladder:step.stop');
    await page.goBack();
    await page
      .getByRole('link', { name: new RegExp(say('assessment:areas.takeoff_landing_fear.name')) })
      .click();
    await page
      .getByRole('link', { name: say('ladder:step.session', { title: '' }).trim() })
      .waitFor();
    await expectAccessible(page, 'a scene');
    await page.goBack();
    await page.getByRole('link', { name: say('ladder:picture.wing') }).click();
    await page.getByRole('img', { name: say('ladder:pictureAlt.wing') }).waitFor();
    await expectAccessible(page, 'a picture');

    await page.context().setOffline(true);
    await page.getByLabel(say('ladder:before.expected')).fill('I will close my eyes');
    await page.getByLabel(say('ladder:before.sure')).fill('50');
    await page.getByLabel(say('ladder:before.fear')).press('Home');
    await press(visit, 'ladder:before.begin');
    await page.getByLabel(say('ladder:after.happened')).waitFor();
    await page.context().setOffline(false);
    await expect
      .poll(async () => (await person.call('GET /api/ladder')).body.steps[0]?.attempts.length)
      .toBe(1);
    expect(complaints).toEqual([]);
    await close();
  });
});

it('an open ladder undoes nothing of another device, and shows it when it is looked at again', async () => {
  const { page, visit, say, person, close } = await somebody('en');
  const stepOf = (words: string) =>
    ({ id: crypto.randomUUID(), area: 'fear_heights', material: 'own', words }) as const;
  const [one, two] = [stepOf('A balcony'), stepOf('A tower')];
  await person.call('PUT /api/ladder', { body: { steps: [one, two] } });
  await page.goto('/ladder');
  await page.getByText(one.words).first().waitFor();
  await person.call('PUT /api/ladder', {
    body: { steps: [{ ...one, words: 'A terrace' }], removed: [two.id] },
  });
  await press(visit, 'ladder:list.add');
  await page.getByLabel(say('ladder:edit.words')).fill('A roof');
  await press(visit, 'ladder:edit.add');
  const kept = async () =>
    (await person.call('GET /api/ladder')).body.steps.map(({ words }) => words);
  await expect.poll(kept).toEqual(['A terrace', 'A roof']);
  await page.getByText('A terrace').first().waitFor();
  await person.call('PUT /api/ladder', { body: { steps: [{ ...one, words: 'A bridge' }] } });
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await page.getByText('A bridge').first().waitFor();
  await close();
});
