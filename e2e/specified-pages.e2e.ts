import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { users } from '#server/features/account/table.ts';
import { offers } from '#server/features/billing/prices/table.ts';
import { passes } from '#server/features/billing/table.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { waitForHeading } from './fixtures/steps.ts';
import { createTestSite } from './fixtures/test-site.ts';

// What the specification says of the landing page, the dashboard, the profile and the passes, by figures worked out by hand.

const testSite = createTestSite();

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WIDE = { viewport: { width: 1280, height: 800 } };

/** Reads a description list as rows of a term and what it says, each on one line. */
const readFacts = (list: Locator) =>
  list.evaluate((element) =>
    [...element.querySelectorAll('dt')].map((term) => {
      const value = term.nextElementSibling as HTMLElement;
      return [term.innerText, value.innerText.replaceAll(/\s+/g, ' ').trim()].join(': ');
    }),
  );

const findSection = (page: Page, name: string) =>
  page.locator('section', { has: page.getByRole('heading', { name, exact: true }) }).last();

it('a visitor reads every promise on the landing page, and whoever has no pass the premium copy', async () => {
  const visitor = await testSite.openVisitor(WIDE);
  await visitor.page.goto('/');
  const main = visitor.page.getByRole('main');
  await main.getByRole('heading', { level: 1 }).waitFor();
  for (const promise of [
    'based on cognitive behavioural and exposure therapy',
    'Guided meditations and breathing exercises',
    'Why the engines go quiet, what the wing does in rough air',
    'Face it, a little at a time',
    'This is exposure',
    'You see what your fear is made of, and choose where to start.',
    'A countdown tells you what to do each day.',
    'The full library, with both kinds of session',
    'Personalised programs, matched to your report',
    'Expert support: the methods therapists use, and somebody to write to',
    'Your sessions, ratings and progress, all in one place',
    'A countdown to your flight, and a plan to go with it',
  ])
    expect(await main.getByText(promise).first().isVisible(), promise).toBe(true);
  for (const plan of ['Monthly', 'Yearly', 'Lifetime'])
    expect(await main.getByText(plan, { exact: true }).isVisible(), plan).toBe(true);

  const unpaid = await testSite.openSignedIn({ state: 'no_pass' }, WIDE);
  await unpaid.page.goto('/subscription');
  await waitForHeading(unpaid.visitor, 'billing:choose.title');
  for (const point of [
    /^The whole library of sessions, Load and Flow/,
    /^Personalised programs: lesson by lesson/,
    /^Expert support/,
    /^What you’ve listened to, finished and rated, all in one place$/,
  ])
    await unpaid.page.getByText(point).filter({ visible: true }).waitFor();
});

/** Writes that a person listened, `daysAgo` days ago, to a session for some minutes. */
async function listen(
  person: TestPerson,
  contentId: string,
  { daysAgo, minutes, completed = true }: { daysAgo: number; minutes: number; completed?: boolean },
) {
  const endedAt = new Date(testSite.server.clock().getTime() - daysAgo * DAY_MS);
  await person.call('POST /api/listens', {
    body: {
      id: crypto.randomUUID(),
      contentId,
      startedAt: new Date(endedAt.getTime() - minutes * MINUTE_MS).toISOString(),
      endedAt: endedAt.toISOString(),
      positionMs: 0,
      listenedMs: minutes * MINUTE_MS,
      completed,
      timeZone: 'Europe/Paris',
    },
  });
}

it('the dashboard counts sessions, practice and days in a row, and leads on by its quick actions', async () => {
  const { page, t, person } = await testSite.openSignedIn({}, WIDE);
  const { items } = (await person.call('GET /api/contents')).body;
  const [first = '', second = ''] = items.map(({ id }) => id);
  await listen(person, first, { daysAgo: 4, minutes: 40 });
  await listen(person, first, { daysAgo: 1, minutes: 25 });
  await listen(person, second, { daysAgo: 1, minutes: 10, completed: false });
  await listen(person, second, { daysAgo: 0, minutes: 8 });
  await page.goto('/');
  const totals = findSection(page, t('home:totals.heading')).locator('dl');
  await totals.waitFor();
  // 40 + 25 + 10 + 8 = 83 minutes; the day before yesterday ended the earlier run.
  expect(await readFacts(totals)).toEqual([
    'Sessions finished: 3',
    'Practice: 1 h 23',
    'Days in a row: 2',
  ]);
  const links = findSection(page, t('home:actions.heading'))
    .getByRole('listitem')
    .getByRole('link');
  await links.first().waitFor();
  const actions = await links.evaluateAll((all) =>
    all.map((link) => [link.querySelector('.font-medium')?.textContent, link.getAttribute('href')]),
  );
  expect(actions).toEqual([
    ['My flight', '/flight'],
    ['Browse the sessions', '/content-library'],
    ['Follow a program', '/programs'],
    ['My ladder', '/ladder'],
    ['Breathe', '/breathe'],
    ['Help me now', '/sos'],
  ]);
  await links.nth(2).click();
  await page.waitForURL('**/programs');
  await page.getByRole('heading', { level: 1, name: t('programs:title') }).waitFor();
});

it('one to four sessions a day are recommended by the days until the flight, and one without a date', async () => {
  const { page, t, person } = await testSite.openSignedIn({}, WIDE);
  const now = findSection(page, t('home:recommendation.heading'));
  const also = findSection(page, t('home:recommendation.also')).getByRole('listitem');
  const look = async (days: number | null) => {
    const flightDate = days === null ? null : testSite.server.inDays(days);
    const body = { flightDate, timeZone: 'Europe/Paris' };
    await person.call('PUT /api/users/me/flight-date', { body });
    await page.goto('/');
    await now.getByRole('link').first().waitFor();
    const ahead = days === null ? t('home:flight.none') : t('home:flight.days', { count: days });
    await page.getByText(ahead, { exact: true }).first().waitFor();
    const pace = /(?:One|Two|Up to \w+) short sessions? a day/.exec(await now.innerText());
    return [days, 1 + (await also.count()), pace?.[0]];
  };
  const seen = [];
  for (const days of [null, 30, 29, 15, 14, 7, 6]) seen.push(await look(days));
  expect(seen).toEqual([
    [null, 1, undefined],
    [30, 1, 'One short session a day'],
    [29, 2, 'Two short sessions a day'],
    [15, 2, 'Two short sessions a day'],
    [14, 3, 'Up to three short sessions a day'],
    [7, 3, 'Up to three short sessions a day'],
    [6, 4, 'Up to four short sessions a day'],
  ]);
});

it('the profile says since when somebody is a member, which pass they have, and the figures of their assessment', async () => {
  const { page, t, person } = await testSite.openSignedIn({ state: 'no_pass' });
  const { db, clock } = testSite.server;
  const createdAt = new Date('2026-09-03T08:00:00Z');
  await db.update(users).set({ createdAt }).where(eq(users.id, person.id));
  await page.goto('/profile');
  expect(await readFacts(page.locator('main dl').first())).toEqual([
    `Email: ${person.email}`,
    'Member since: 3 September 2026',
    'Last active: Just now',
  ]);
  const me = await page.evaluate(() => fetch('/api/users/me').then((reply) => reply.json()));
  expect(me).toMatchObject({
    id: person.id,
    name: 'Amelia',
    email: person.email,
    firebaseUid: person.uid,
    signUpMethod: 'email',
    onboardingComplete: true,
    preferredLanguage: 'en',
    flightDate: null,
  });
  const pass = findSection(page, t('profile:pass.heading'));
  const readPass = async () => (await pass.locator('p').allInnerTexts()).slice(0, 2);
  await expect.poll(async () => (await readPass())[0]).toBe('Free');
  const given = { userId: person.id, source: 'grant', reason: 'for a test' } as const;
  const from = { startsAt: clock(), createdAt: clock() };
  const endsAt = new Date('2026-12-20T12:00:00Z');
  await db.insert(passes).values({ ...given, ...from, tier: 'premium', endsAt });
  await page.reload();
  await expect.poll(readPass).toEqual(['Premium pass', 'Valid until 20 December 2026.']);
  await db.insert(passes).values({ ...given, ...from, tier: 'lifetime' });
  await page.reload();
  await expect.poll(readPass).toEqual(['Lifetime pass', 'Yours for good.']);

  // Answered 0 to 10, then 0 to 4: 65 in 16 areas are 4.06, four of them at 7 or more, eight at 3 or less.
  await page.goto('/profile?tab=assessment');
  const report = page.locator('main dl');
  await report.first().waitFor();
  expect(await readFacts(report.first())).toEqual([
    '7 and above: 4 of 16',
    'Peak: 10 Germs',
    'Level: moderate',
    'Average: 4.1',
  ]);
  expect(await readFacts(report.nth(1))).toEqual([
    'High: 7 and above: Germs · Other people on board · Heights · No way out',
    'Low: 3 and below: Worry before the flight · A bad flight in the past · Airport and boarding · After the flight · ' +
      'Take-off and landing · Sensations in flight · Turbulence and weather · Doubts about aircraft or crew',
  ]);
  const focus = ['primary', 'secondary'].map((key) =>
    page.getByLabel(t(`assessment:focus.${key}`), { exact: true }),
  );
  expect(await Promise.all(focus.map((field) => field.inputValue()))).toEqual([
    'germs_cleanliness_anxiety',
    'flying_with_others_anxiety',
  ]);
});

it('the passes are tagged, shown in the currency that is chosen, and an offer says its last day', async () => {
  const { page, visitor, t } = await testSite.openSignedIn({ state: 'no_pass' });
  const { db, clock } = testSite.server;
  // Midnight in Paris, where the reader is: Saturday is the last day.
  const endsAt = new Date('2026-11-28T23:00:00Z');
  const offer = { plan: 'yearly', percentOff: 20, audience: 'everyone' } as const;
  const [made] = await db
    .insert(offers)
    .values({ ...offer, startsAt: clock(), endsAt })
    .returning();
  await page.goto('/subscription');
  await waitForHeading(visitor, 'billing:choose.title');
  const rows = page.getByRole('group', { name: t('billing:question') }).locator('label');
  const readRows = async () =>
    (await rows.allInnerTexts()).map((row) => row.replaceAll(/\s+/g, ' ').trim());
  await expect
    .poll(readRows)
    .toEqual([
      expect.stringMatching(/^Monthly pass €14\.99 each month$/),
      expect.stringMatching(/^Yearly pass popular .*€89\.99 €71\.99 first, then €89\.99/),
      expect.stringMatching(/^Lifetime pass best value €199\.99 once, for good$/),
    ]);
  const line = (first: string, then: string) =>
    `Until Saturday 28 November 2026, your first payment for the yearly pass is ${first}. After that day it’s ${then} again, and nothing else changes.`;
  await page.getByText(line('€71.99', '€89.99')).waitFor();

  const currency = page.getByLabel(t('billing:currency'));
  expect(await currency.locator('option').allInnerTexts()).toEqual([
    'Euro (EUR)',
    'Canadian dollar (CAD)',
    'Swiss franc (CHF)',
    'Pound sterling (GBP)',
    'US dollar (USD)',
  ]);
  await currency.selectOption('GBP');
  // 20 % off 77.99 is 62.392.
  await page.getByText(line('£62.39', '£77.99')).waitFor();
  await page.getByRole('button', { name: 'Get the yearly pass for £62.39' }).waitFor();
  expect((await readRows())[0]).toBe('Monthly pass £12.99 each month');
  expect((await readRows())[2]).toBe('Lifetime pass best value £174.99 once, for good');
  await page.reload();
  await page.getByText(line('£62.39', '£77.99')).waitFor();
  expect(await currency.inputValue()).toBe('GBP');
  await db.delete(offers).where(eq(offers.id, made?.id ?? ''));
});
