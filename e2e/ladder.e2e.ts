import { describe, expect, it } from 'vitest';
import { SERVER_MARK_HEADERS } from '#web/lib/testing/server-replies.ts';
import { expectAccessible, expectNoSidewaysScroll, hasFocus } from './fixtures/browser.ts';
import { waitForHeading, pressButton } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE, WALKED_LANGUAGES } from './fixtures/test-site.ts';

const MARKER = 'zebra-lantern-4711';
const testSite = createTestSite();

/** Opens the device of a new person with an assessment; `addresses` collects the URL of every request. */
async function openWithRequestLog(language: 'en' | 'fr') {
  const own = await testSite.openSignedIn({ language }, SMALL_PHONE);
  const addresses: string[] = [];
  own.page.on('request', (request) => addresses.push(request.url()));
  return { ...own, addresses };
}

describe.each(WALKED_LANGUAGES)('the ladder in %s', (language) => {
  it('asks for nothing new in the last day before a flight', async () => {
    const { page, visitor, t, person } = await openWithRequestLog(language);
    await page.clock.setFixedTime(testSite.server.clock());
    await page.goto('/ladder');
    await pressButton(visitor, 'ladder:empty.propose');
    await page.getByText(t('ladder:list.next')).waitFor();
    await expect
      .poll(async () => (await person.call('GET /api/ladder')).body.steps.length)
      .toBeGreaterThan(9);
    const note = page.getByText(t('ladder:lastDay'));
    expect(await note.count()).toBe(0);
    const departsOn = testSite.server.inDays(0);
    const where = { timeZone: 'Europe/Paris', fromAirport: null, toAirport: null };
    const flight = { kind: 'outbound' as const, departsOn, departsAt: null, number: null };
    await person.call('POST /api/flights', { body: { ...flight, ...where } });
    await page.reload();
    await note.waitFor();
    await page.getByText(t('ladder:list.next')).waitFor();
    await expectAccessible(page, 'the ladder in the last day');
    await expectNoSidewaysScroll(page);
  });

  it('is proposed, put in another order by keyboard, and climbed in two halves', async () => {
    const { page, visitor, t, person, addresses } = await openWithRequestLog(language);
    await page.goto('/ladder');
    await waitForHeading(visitor, 'ladder:title');
    await expectAccessible(page, 'a ladder that is empty');
    await pressButton(visitor, 'ladder:empty.propose');
    const rows = page.getByRole('main').getByRole('listitem');
    await rows.nth(9).waitFor();
    await expectAccessible(page, 'the ladder');
    await expectNoSidewaysScroll(page);

    await pressButton(visitor, 'ladder:list.sort');
    await expectAccessible(page, 'the ladder being sorted');
    await expectNoSidewaysScroll(page);
    const readStepName = async (place: number) =>
      (await rows.nth(place).getByRole('button').nth(2).getAttribute('aria-label')) ?? '';
    const first = await readStepName(0);
    await rows.nth(0).getByRole('button').nth(2).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => readStepName(1)).toBe(first);
    await page.keyboard.press('Enter');
    await expect.poll(() => readStepName(2)).toBe(first);

    const handle = rows.nth(2).locator('[data-drag]');
    // Above what is held at the bottom of the screen.
    await handle.evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const from = await handle.boundingBox();
    const to = await rows.nth(0).boundingBox();
    await page.mouse.move(from!.x + 20, from!.y + 20);
    await page.mouse.down();
    await page.mouse.move(to!.x + 200, to!.y + 8, { steps: 6 });
    await page.mouse.up();
    await expect.poll(() => readStepName(0)).toBe(first);

    await pressButton(visitor, 'ladder:list.sortDone');
    await pressButton(visitor, 'ladder:list.add');
    await page.getByLabel(t('ladder:edit.words')).fill(`${MARKER} tower`);
    await expectAccessible(page, 'a step being written');
    await pressButton(visitor, 'ladder:edit.add');
    await page.getByRole('link', { name: `${MARKER} tower` }).click();
    await page.getByRole('heading', { level: 1, name: `${MARKER} tower` }).waitFor();

    await pressButton(visitor, 'ladder:before.begin');
    await page.getByText(t('ladder:before.missing')).waitFor();
    const expected = page.getByLabel(t('ladder:before.expected'));
    await expect.poll(() => hasFocus(expected)).toBe(true);
    await expected.fill(`${MARKER} I will leave`);
    await page.getByLabel(t('ladder:before.sure')).fill('80');
    await page.getByLabel(t('ladder:before.fear')).fill('7');
    await expectAccessible(page, 'the first half of an attempt');
    await expectNoSidewaysScroll(page);
    await pressButton(visitor, 'ladder:before.begin');
    await page.getByText(t('ladder:after.lead', { expected: `${MARKER} I will leave` })).waitFor();
    const isAtTop = (key: string) =>
      page.getByRole('heading', { level: 2, name: t(key), exact: true }).evaluate((heading) => {
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
    const highest = page.getByLabel(t('ladder:after.highest'));
    await highest.press('1');
    expect(await highest.inputValue()).toBe('1');
    await pressButton(visitor, 'ladder:after.keep');
    await page.getByText(t('ladder:after.lower.before', { before: 7 })).waitFor();
    await highest.fill('9');
    await page.getByLabel(t('ladder:after.fear')).fill('4');
    await page.getByLabel(t('ladder:after.happened')).fill(`${MARKER} I stayed`);
    await page.getByLabel(t('ladder:after.learned')).fill(`${MARKER} it passes`);
    await expectAccessible(page, 'the second half of an attempt');
    await pressButton(visitor, 'ladder:after.keep');
    await page.getByText(t('ladder:done.again'), { exact: true }).waitFor();
    await page.getByText(t('ladder:done.repeats', { count: 2 })).waitFor();
    await expect.poll(() => isAtTop('ladder:done.kept')).toBe(true);
    await expectAccessible(page, 'an attempt that is kept');
    await expect.poll(async () => (await attempt())?.outcome?.after).toBe(4);
    expect(addresses.filter((address) => decodeURIComponent(address).includes(MARKER))).toEqual([]);
  });

  it('is reordered with the space bar and the arrow keys, each move said in words, and stays so', async () => {
    const { page, visitor, t, person } = await openWithRequestLog(language);
    const createStep = (words: string) =>
      ({ id: crypto.randomUUID(), area: 'fear_heights', material: 'own', words }) as const;
    const steps = ['Balcony', 'Terrace', 'Tower'].map(createStep);
    await person.call('PUT /api/ladder', { body: { steps } });
    await page.goto('/ladder');
    await pressButton(visitor, 'ladder:list.sort');
    const rows = page.getByRole('main').getByRole('listitem');
    const readOrder = async () => {
      const texts = await rows.allInnerTexts();
      return texts.map((text) => steps.find(({ words }) => text.includes(words))?.words);
    };
    const said = page.getByRole('status').filter({ hasText: 'Balcony' });
    const expectSaid = async (key: string, place: number) => {
      await said.filter({ hasText: t(key, { name: 'Balcony', place, total: 3 }) }).waitFor();
      // The list listens for the next key, and knows where its rows are, a frame after it has said so.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
      );
    };
    const handle = page.getByRole('button', { name: t('ladder:list.drag', { name: 'Balcony' }) });
    await handle.focus();
    await page.keyboard.press('Space');
    await expectSaid('ladder:list.taken', 1);
    await page.keyboard.press('ArrowDown');
    await expectSaid('ladder:list.over', 2);
    await page.keyboard.press('Escape');
    await expectSaid('ladder:list.back', 1);
    expect(await readOrder()).toEqual(['Balcony', 'Terrace', 'Tower']);

    await page.keyboard.press('Space');
    await expectSaid('ladder:list.taken', 1);
    await page.keyboard.press('ArrowDown');
    await expectSaid('ladder:list.over', 2);
    await page.keyboard.press('ArrowDown');
    await expectSaid('ladder:list.over', 3);
    await page.keyboard.press('Space');
    await expectSaid('ladder:list.moved', 3);
    await expect.poll(readOrder).toEqual(['Terrace', 'Tower', 'Balcony']);
    await expect.poll(() => hasFocus(handle)).toBe(true);
    await expect
      .poll(async () => (await person.call('GET /api/ladder')).body.steps.map(({ words }) => words))
      .toEqual(['Terrace', 'Tower', 'Balcony']);
    await page.reload();
    await rows.nth(2).waitFor();
    expect(await readOrder()).toEqual(['Terrace', 'Tower', 'Balcony']);
  });

  it('opens its pictures, sounds and scenes, and keeps an attempt made without a network', async () => {
    const { page, visitor, t, person } = await openWithRequestLog(language);
    const steps = (['picture.wing', 'sound.takeoff', 'scene'] as const).map((material) => ({
      id: crypto.randomUUID(),
      area: 'takeoff_landing_fear' as const,
      material,
      words: null,
    }));
    await person.call('PUT /api/ladder', { body: { steps } });
    await page.goto('/ladder');
    await page.getByRole('link', { name: t('ladder:sound.takeoff') }).click();
    await pressButton(visitor, 'ladder:step.play');
    await pressButton(visitor, 'ladder:step.stop');
    await page.goBack();
    await page.getByRole('link', { name: new RegExp(t('areas:takeoff_landing_fear')) }).click();
    await page
      .getByRole('link', { name: t('ladder:step.session', { title: '' }).trim() })
      .waitFor();
    await expectAccessible(page, 'a scene');
    await page.goBack();
    await page.getByRole('link', { name: t('ladder:picture.wing') }).click();
    await page.getByRole('img', { name: t('ladder:pictureAlt.wing') }).waitFor();
    await expectAccessible(page, 'a picture');

    await page.context().setOffline(true);
    await page.getByLabel(t('ladder:before.expected')).fill('I will close my eyes');
    await page.getByLabel(t('ladder:before.sure')).fill('50');
    await page.getByLabel(t('ladder:before.fear')).press('Home');
    await pressButton(visitor, 'ladder:before.begin');
    await page.getByLabel(t('ladder:after.happened')).waitFor();
    await page.context().setOffline(false);
    await expect
      .poll(async () => (await person.call('GET /api/ladder')).body.steps[0]?.attempts.length)
      .toBe(1);
  });
});

it('an open ladder undoes nothing of another device, and shows it when it is looked at again', async () => {
  const { page, visitor, t, person } = await openWithRequestLog('en');
  const createStep = (words: string) =>
    ({ id: crypto.randomUUID(), area: 'fear_heights', material: 'own', words }) as const;
  const one = createStep('A balcony');
  const two = createStep('A tower');
  await person.call('PUT /api/ladder', { body: { steps: [one, two] } });
  await page.goto('/ladder');
  await page.getByText(one.words).first().waitFor();
  await person.call('PUT /api/ladder', {
    body: { steps: [{ ...one, words: 'A terrace' }], removed: [two.id] },
  });
  await pressButton(visitor, 'ladder:list.add');
  await page.getByLabel(t('ladder:edit.words')).fill('A roof');
  await pressButton(visitor, 'ladder:edit.add');
  const kept = async () =>
    (await person.call('GET /api/ladder')).body.steps.map(({ words }) => words);
  await expect.poll(kept).toEqual(['A terrace', 'A roof']);
  await page.getByText('A terrace').first().waitFor();
  await person.call('PUT /api/ladder', { body: { steps: [{ ...one, words: 'A bridge' }] } });
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await page.getByText('A bridge').first().waitFor();
});

it('an attempt that the server refuses is shown with its words, and is sent again or discarded as one likes', async () => {
  const { page, visitor, t, person } = await openWithRequestLog('en');
  const id = crypto.randomUUID();
  const step = { id, area: 'fear_heights', material: 'own', words: 'Balcony' } as const;
  await person.call('PUT /api/ladder', { body: { steps: [step] } });
  const readExpected = async () =>
    (await person.call('GET /api/ladder')).body.steps[0]?.attempts.map(({ expected }) => expected);
  await page.route('**/api/ladder/attempts', (route) =>
    route.fulfill({
      status: 400,
      headers: SERVER_MARK_HEADERS,
      json: { error: { code: 'invalid_input' } },
    }),
  );
  /** Writes the first half of an attempt, and opens what the server refused. */
  const writeRefused = async (words: string) => {
    await page.goto(`/ladder/${id}`);
    await page.getByLabel(t('ladder:before.expected')).fill(words);
    await page.getByLabel(t('ladder:before.sure')).fill('80');
    await page.getByLabel(t('ladder:before.fear')).fill('7');
    await pressButton(visitor, 'ladder:before.begin');
    await pressButton(visitor, 'offline:refused.open');
    const dialog = page.getByRole('dialog', { name: t('offline:refused.title') });
    await dialog.getByText(words, { exact: true }).waitFor();
    return dialog;
  };
  const discarded = await writeRefused('I will leave');
  await expectAccessible(page, 'what the server refused');
  await discarded.getByRole('button', { name: t('offline:refused.forget') }).click();
  await discarded.waitFor({ state: 'detached' });
  expect(await readExpected()).toEqual([]);

  const kept = await writeRefused('I will shake');
  await page.unroute('**/api/ladder/attempts');
  await kept.getByRole('button', { name: t('offline:refused.sendAgain') }).click();
  await expect.poll(readExpected).toEqual(['I will shake']);
  await page
    .getByRole('button', { name: t('offline:refused.open') })
    .waitFor({ state: 'detached' });
});
