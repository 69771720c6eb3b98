import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { contentFolder } from '#server/testing/library.ts';
import type { Caller } from '#server/testing/people.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { startSite } from './fixtures/site.ts';
import { arriveAt, press, type Visit } from './fixtures/steps.ts';
import { aWorld, LOCALES } from './fixtures/world.ts';

/** The site, with two short programs. */
async function startWithPrograms() {
  const folder = await contentFolder(
    [{ slug: 'one' }, { slug: 'two', kind: 'load' }, { slug: 'three' }],
    [
      { slug: 'steps', lessons: ['one', 'two'] },
      { slug: 'home', lessons: ['three'], position: 2 },
    ],
  );
  return startSite({}, folder);
}
const world = aWorld({ start: startWithPrograms });

const somebody = (language: 'en' | 'fr') => world.person({ language });

/** One more device of somebody, signed in. */
const deviceOf = (person: Caller, language: 'en' | 'fr', width = 360) =>
  world.deviceOf(person, {
    language,
    locale: LOCALES[language],
    viewport: { width, height: 740 },
  });

/** A flight of today whose hour is not known. */
const tonight = () => ({
  kind: 'outbound' as const,
  departsOn: world.site.inDays(0),
  departsAt: null,
  timeZone: 'Europe/Paris',
  fromAirport: null,
  toAirport: null,
  number: null,
});

/** The line of a lesson in the list, which opens it. */
const lesson = ({ page }: Visit, slug: string) =>
  page.getByRole('listitem').filter({ has: page.locator('summary', { hasText: slug }) });

/** Ticks the task of an open lesson, by the label a person touches. */
async function tickTask({ say }: Visit, at: Locator): Promise<void> {
  await at.locator('label', { hasText: say('programs:task.tick') }).click();
  await at.getByRole('checkbox', { checked: true }).waitFor();
}

async function expectNoOverflow({ page }: Visit): Promise<void> {
  const beyond = () => document.documentElement.scrollWidth - innerWidth;
  expect(await page.evaluate(beyond)).toBeLessThanOrEqual(0);
}

describe.each(['en', 'fr'] as const)('a program in %s', (language) => {
  it('asks for nothing new in the last day before a flight, and locks nothing', async () => {
    const person = await somebody(language);
    await person.call('POST /api/flights', { body: tonight() });
    const { page, visit, close } = await deviceOf(person, language);
    const { say } = visit;
    const { items } = (await person.call('GET /api/programs')).body;
    const program = items.find(({ sessions }) => sessions.length === 2);
    await page.clock.setFixedTime(world.site.clock());
    await page.goto(`/programs/${program?.id}`);
    // The lesson that comes first is a Flow session, which any day is good for.
    await page.getByRole('link', { name: say('programs:go.new') }).waitFor();
    const note = page.getByText(say('programs:lastDay'));
    const first = lesson(visit, '1. one');
    await first.getByText(say('programs:lesson.next')).waitFor();
    expect(await note.count()).toBe(0);
    await first.getByRole('button', { name: say('programs:lesson.markDone') }).click();
    await note.waitFor();
    await page.getByRole('link', { name: say('programs:go.under_way') }).waitFor();
    await expectAccessible(page, 'a program in the last day');
    await expectNoOverflow(visit);
    await page.getByRole('link', { name: say('common:lastDay.breathe') }).click();
    await page.waitForURL('**/breathe');
    await close();
  });

  it('is started, its session finished, its task ticked, and goes on on another device', async () => {
    const person = await somebody(language);
    const { page, visit, complaints, close } = await deviceOf(person, language);
    const { say } = visit;
    await page.goto('/');
    await page
      .getByRole('navigation')
      .getByRole('link', { name: say('app:nav.programs'), exact: true })
      .click();
    await arriveAt(visit, 'programs:title');
    const row = page.getByRole('link', { name: `steps ${language}` });
    await row.getByText(say('programs:standing.new')).waitFor();
    await expectAccessible(page, 'the programs');
    await expectNoOverflow(visit);
    await row.click();
    await page.getByRole('heading', { level: 1, name: `steps ${language}` }).waitFor();
    await expectAccessible(page, 'a program');
    await expectNoOverflow(visit);

    await page.getByRole('link', { name: say('programs:go.new'), exact: true }).click();
    await page.waitForURL(/\/content\/.*lesson=/);
    await press(visit, 'player:complete.mark');
    const title = `steps ${language}`;
    await page.getByText(say('programs:lessonDone', { number: 1, total: 2, title })).waitFor();
    await expectAccessible(page, 'the end of a lesson');
    await page.getByRole('link', { name: say('programs:backToProgram') }).click();

    const first = lesson(visit, '1. one');
    await first.getByText(say('programs:lesson.done'), { exact: true }).waitFor();
    await tickTask(visit, first);
    await first.getByLabel(say('programs:task.note')).fill('Three floors, doors and all.');
    await press(visit, 'programs:task.save');
    await page.getByText(say('programs:task.saved')).waitFor();
    await page.getByText(say('programs:standing.under_way', { done: 1, count: 2 })).waitFor();
    const address = new URL(page.url()).pathname;
    const params = { id: address.split('/').at(-1) ?? '' };
    const kept = async () => (await person.call('GET /api/programs/:id', { params })).body;
    await expect
      .poll(async () => (await kept()).lessons[0]?.note)
      .toBe('Three floors, doors and all.');

    const other = await deviceOf(person, language, 1280);
    await other.page.goto(address);
    const there = lesson(other.visit, '1. one');
    await there.locator('summary').click();
    await expect
      .poll(() => there.getByLabel(say('programs:task.note')).inputValue())
      .toBe('Three floors, doors and all.');
    const name = `${say('programs:lesson.markDone')}: two in steps ${language}`;
    await other.page.getByRole('button', { name }).click();
    await other.page.getByText(say('programs:standing.completed'), { exact: true }).waitFor();
    await other.page.getByText(say('programs:completed.text')).waitFor();
    await expectAccessible(other.page, 'a completed program');
    await expect.poll(async () => (await kept()).standing.state).toBe('completed');

    await page.goto('/programs');
    await row.getByText(say('programs:standing.completed')).waitFor();
    expect([...complaints, ...other.complaints]).toEqual([]);
    await other.close();
    await close();
  });
});

describe('a program', () => {
  it('is followed by the keyboard alone', async () => {
    const { page, visit, close } = await deviceOf(await somebody('en'), 'en', 1280);
    await page.goto('/programs');
    await page.getByRole('link', { name: 'steps en' }).focus();
    await page.keyboard.press('Enter');
    const second = lesson(visit, '2. two');
    await second.locator('summary').focus();
    await page.keyboard.press('Enter');
    await second.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await second.getByLabel(visit.say('programs:task.note')).waitFor();
    await second.getByRole('button', { name: visit.say('programs:lesson.markDone') }).focus();
    await page.keyboard.press('Enter');
    await second.getByText(visit.say('programs:lesson.done'), { exact: true }).waitFor();
    await close();
  });

  it('takes what is done without a network, and sends it when the network is back', async () => {
    const person = await somebody('en');
    const { page, visit, close } = await deviceOf(person, 'en');
    const { say } = visit;
    await page.goto('/programs');
    await page.getByRole('link', { name: 'home en' }).click();
    await page.getByRole('checkbox', { name: say('programs:task.tick') }).waitFor();
    await page.context().setOffline(true);
    await tickTask(visit, lesson(visit, '1. three'));
    const name = `${say('programs:lesson.markDone')}: three in home en`;
    await page.getByRole('button', { name }).click();
    await page.getByText(say('programs:completed.text')).waitFor();
    await page.context().setOffline(false);
    const id = page.url().split('/').at(-1) ?? '';
    const kept = async () =>
      (await person.call('GET /api/programs/:id', { params: { id } })).body.standing.state;
    await expect.poll(kept).toBe('completed');
    await close();
  });

  it('that nobody knows says so, with a way back', async () => {
    const { page, visit, close } = await deviceOf(await somebody('en'), 'en');
    await page.goto('/programs/01900000-0000-7000-8000-000000000000');
    await arriveAt(visit, 'programs:notFound.title');
    await page.getByRole('link', { name: visit.say('programs:back') }).click();
    await arriveAt(visit, 'programs:title');
    await close();
  });

  it('that does not load says what is safe, and loads on another try', async () => {
    const { page, visit, close } = await deviceOf(await somebody('en'), 'en');
    await page.route('**/api/programs', (route) => route.abort());
    await page.goto('/programs');
    await page.getByText(visit.say('programs:error.title')).waitFor();
    await page.unroute('**/api/programs');
    await press(visit, 'ui:actions.tryAgain');
    await page.getByRole('link', { name: 'steps en' }).waitFor();
    await close();
  });
});
