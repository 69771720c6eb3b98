// @module-tag whole

import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createContentFolder } from '#server/testing/library.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { expectAccessible, expectNoSidewaysScroll } from './fixtures/browser.ts';
import { startTestServer } from './fixtures/test-server.ts';
import { waitForHeading, pressButton, type Visitor } from './fixtures/steps.ts';
import { createTestSite, BROWSER_LOCALES, WALKED_LANGUAGES } from './fixtures/test-site.ts';

/** Starts a server with two short programs. */
async function startWithPrograms() {
  const folder = await createContentFolder(
    [{ slug: 'one' }, { slug: 'two', kind: 'load' }, { slug: 'three' }],
    [
      { slug: 'steps', lessons: ['one', { session: 'two', dose: 'scene' }] },
      { slug: 'home', lessons: ['three'], position: 2 },
    ],
  );
  return startTestServer({}, folder);
}
const testSite = createTestSite({ start: startWithPrograms });

const createPerson = (language: 'en' | 'fr') => testSite.createPerson({ language });

const openDeviceFor = (person: TestPerson, language: 'en' | 'fr', width = 360) =>
  testSite.openDeviceFor(person, {
    language,
    locale: BROWSER_LOCALES[language],
    viewport: { width, height: 740 },
  });

/** A flight of today whose hour is not known, as the API takes it. */
const createFlightToday = () => ({
  kind: 'outbound' as const,
  departsOn: testSite.server.inDays(0),
  departsAt: null,
  timeZone: 'Europe/Paris',
  fromAirport: null,
  toAirport: null,
  number: null,
});

const locateLesson = ({ page }: Visitor, slug: string) =>
  page.getByRole('listitem').filter({ has: page.locator('summary', { hasText: slug }) });

/** Ticks the task of an open lesson, by the label a person touches. */
async function tickTask({ t }: Visitor, at: Locator): Promise<void> {
  await at.locator('label', { hasText: t('programs:task.tick') }).click();
  await at.getByRole('checkbox', { checked: true }).waitFor();
}

describe.each(WALKED_LANGUAGES)('a program in %s', (language) => {
  it('asks for nothing new in the last day before a flight, and locks nothing', async () => {
    const person = await createPerson(language);
    await person.call('POST /api/flights', { body: createFlightToday() });
    const { page, visitor } = await openDeviceFor(person, language);
    const { t } = visitor;
    const { items } = (await person.call('GET /api/programs')).body;
    const program = items.find(({ sessions }) => sessions.length === 2);
    await page.clock.setFixedTime(testSite.server.clock());
    await page.goto(`/programs/${program?.id}`);
    // The lesson that comes first is a Flow session, which any day is good for.
    await page.getByRole('link', { name: t('programs:go.new') }).waitFor();
    const note = page.getByText(t('programs:lastDay'));
    const first = locateLesson(visitor, '1. one');
    await first.getByText(t('programs:lesson.next')).waitFor();
    expect(await note.count()).toBe(0);
    await first.getByRole('button', { name: t('programs:lesson.markDone') }).click();
    await note.waitFor();
    await page.getByRole('link', { name: t('programs:go.under_way') }).waitFor();
    await expectAccessible(page, 'a program in the last day');
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: t('common:lastDay.breathe') }).click();
    await page.waitForURL('**/breathe');
  });

  it('is started, its session finished, its task ticked, and goes on on another device', async () => {
    const person = await createPerson(language);
    const { page, visitor } = await openDeviceFor(person, language);
    const { t } = visitor;
    await page.goto('/');
    await page
      .getByRole('navigation')
      .getByRole('link', { name: t('app:nav.programs'), exact: true })
      .click();
    await waitForHeading(visitor, 'programs:title');
    const row = page.getByRole('link', { name: `steps ${language}` });
    await row.getByText(t('programs:standing.new')).waitFor();
    await expectAccessible(page, 'the programs');
    await expectNoSidewaysScroll(page);
    await row.click();
    await page.getByRole('heading', { level: 1, name: `steps ${language}` }).waitFor();
    await expectAccessible(page, 'a program');
    await expectNoSidewaysScroll(page);

    await page.getByRole('link', { name: t('programs:go.new'), exact: true }).click();
    await page.waitForURL(/\/content\/.*lesson=/);
    const place = { number: 1, total: 2, title: `one in steps ${language}` };
    await page.getByText(t('programs:lessonOf', place)).waitFor();
    await pressButton(visitor, 'player:complete.mark');
    const title = `steps ${language}`;
    await page.getByText(t('programs:lessonDone', { number: 1, total: 2, title })).waitFor();
    const scene = `two in steps ${language}`;
    await page.getByRole('link', { name: t('programs:proposal.next', { title: scene }) }).waitFor();
    await expectAccessible(page, 'the end of a lesson');
    await page.getByRole('link', { name: t('programs:backToProgram') }).click();

    const first = locateLesson(visitor, '1. one');
    await first.getByText(t('programs:lesson.done'), { exact: true }).waitFor();
    await tickTask(visitor, first);
    await first.getByLabel(t('programs:task.note')).fill('Three floors, doors and all.');
    await pressButton(visitor, 'programs:task.save');
    await page.getByText(t('programs:task.saved')).waitFor();
    await page.getByText(t('programs:standing.under_way', { done: 1, count: 2 })).waitFor();
    const address = new URL(page.url()).pathname;
    const params = { id: address.split('/').at(-1) ?? '' };
    const kept = async () => (await person.call('GET /api/programs/:id', { params })).body;
    await expect
      .poll(async () => (await kept()).lessons[0]?.note)
      .toBe('Three floors, doors and all.');

    const other = await openDeviceFor(person, language, 1280);
    await other.page.goto(address);
    const there = locateLesson(other.visitor, '1. one');
    await there.locator('summary').click();
    await expect
      .poll(() => there.getByLabel(t('programs:task.note')).inputValue())
      .toBe('Three floors, doors and all.');
    const name = `${t('programs:lesson.markDone')}: two in steps ${language}`;
    await other.page.getByRole('button', { name }).click();
    await other.page.getByText(t('programs:standing.completed'), { exact: true }).waitFor();
    await other.page.getByText(t('programs:completed.text')).waitFor();
    // A short scene is for two days: the program is done, and proposes to meet it once more.
    await other.page.getByText(t('programs:proposal.sceneOnce')).waitFor();
    await other.page
      .getByRole('link', { name: t('programs:proposal.again', { title: scene }) })
      .waitFor();
    await expectAccessible(other.page, 'a completed program');
    await expect.poll(async () => (await kept()).standing.state).toBe('completed');

    await page.goto('/programs');
    await row.getByText(t('programs:standing.completed')).waitFor();
  });
});

describe('a program', () => {
  it('is followed by the keyboard alone', async () => {
    const { page, visitor } = await openDeviceFor(await createPerson('en'), 'en', 1280);
    await page.goto('/programs');
    await page.getByRole('link', { name: 'steps en' }).focus();
    await page.keyboard.press('Enter');
    const second = locateLesson(visitor, '2. two');
    await second.locator('summary').focus();
    await page.keyboard.press('Enter');
    await second.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await second.getByLabel(visitor.t('programs:task.note')).waitFor();
    await second.getByRole('button', { name: visitor.t('programs:lesson.markDone') }).focus();
    await page.keyboard.press('Enter');
    await second.getByText(visitor.t('programs:lesson.done'), { exact: true }).waitFor();
  });

  it('takes what is done without a network, and sends it when the network is back', async () => {
    const person = await createPerson('en');
    const { page, visitor } = await openDeviceFor(person, 'en');
    const { t } = visitor;
    await page.goto('/programs');
    await page.getByRole('link', { name: 'home en' }).click();
    await page.getByRole('checkbox', { name: t('programs:task.tick') }).waitFor();
    await page.context().setOffline(true);
    await tickTask(visitor, locateLesson(visitor, '1. three'));
    const name = `${t('programs:lesson.markDone')}: three in home en`;
    await page.getByRole('button', { name }).click();
    await page.getByText(t('programs:completed.text')).waitFor();
    await page.context().setOffline(false);
    const id = page.url().split('/').at(-1) ?? '';
    const kept = async () =>
      (await person.call('GET /api/programs/:id', { params: { id } })).body.standing.state;
    await expect.poll(kept).toBe('completed');
  });

  it('that nobody knows says so, with a way back', async () => {
    const { page, visitor } = await openDeviceFor(await createPerson('en'), 'en');
    await page.goto('/programs/01900000-0000-7000-8000-000000000000');
    await waitForHeading(visitor, 'programs:notFound.title');
    await page.getByRole('link', { name: visitor.t('programs:back') }).click();
    await waitForHeading(visitor, 'programs:title');
  });

  it('that does not load says what is safe, and loads on another try', async () => {
    const { page, visitor } = await openDeviceFor(await createPerson('en'), 'en');
    await page.route('**/api/programs', (route) => route.abort());
    await page.goto('/programs');
    await page.getByText(visitor.t('programs:error.title')).waitFor();
    await page.unroute('**/api/programs');
    await pressButton(visitor, 'ui:actions.tryAgain');
    await page.getByRole('link', { name: 'steps en' }).waitFor();
  });
});
