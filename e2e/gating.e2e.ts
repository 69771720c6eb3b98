import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PersonState } from '#shared/rules/person-state.ts';
import { words } from './fixtures/words.ts';
import { aWorld } from './fixtures/world.ts';

const world = aWorld();
let sessionPath: string;
let sharedPath: string;
beforeAll(async () => {
  const reader = await world.person({ state: 'pass' });
  const { body } = await reader.call('GET /api/contents');
  sessionPath = `/content/${body.items[0]?.id}`;
  sharedPath = `/s/${body.items[0]?.id}`;
});

const say = words('en');
const NOT_FOUND = say('ui:notFound.title');
type Cell = 'page' | 'not found' | '/onboarding' | '/subscription';
const ALL = ['signed_out', 'onboarding', 'no_pass', 'pass', 'admin'] as const;

/** The table of the specification, section 2, with the additions of product.md, as it is written there. */
const TABLE: [path: string, cells: Record<PersonState, Cell>][] = [
  row('/', 'page', '/onboarding', '/subscription', 'page', 'page'),
  row('/auth', 'page', '/onboarding', 'page', 'page', 'page'),
  row('/privacy', 'page', '/onboarding', 'page', 'page', 'page'),
  row('/terms', 'page', '/onboarding', 'page', 'page', 'page'),
  row('/waitlist', 'page', '/onboarding', '/subscription', 'page', 'page'),
  row('/onboarding', 'not found', 'page', '/subscription', 'page', 'page'),
  row('/profile', 'not found', '/onboarding', 'page', 'page', 'page'),
  row('/subscription', 'not found', '/onboarding', 'page', 'page', 'page'),
  row('/subscription-success', 'not found', '/onboarding', 'page', 'page', 'page'),
  row('/content-library', 'not found', '/onboarding', '/subscription', 'page', 'page'),
  row('/content-library/podcast', 'not found', '/onboarding', '/subscription', 'page', 'page'),
  row('SESSION', 'not found', '/onboarding', '/subscription', 'page', 'page'),
  row('/programs', 'not found', '/onboarding', '/subscription', 'page', 'page'),
  row('/programs/x', 'not found', '/onboarding', '/subscription', 'page', 'page'),
  row('/breathe', 'not found', '/onboarding', '/subscription', 'page', 'page'),
  row('/plan', 'not found', '/onboarding', '/subscription', 'page', 'page'),
  row('/ladder', 'not found', '/onboarding', '/subscription', 'page', 'page'),
  row('/help', 'page', 'page', 'page', 'page', 'page'),
  row('/sos', 'page', 'page', 'page', 'page', 'page'),
  row('SHARED', 'page', 'page', 'page', 'page', 'page'),
  row('/no-such-page', 'not found', '/onboarding', '/subscription', 'not found', 'not found'),
  // Allowed by the table and not built yet (docs/decisions/012-pages-to-come.md).
  row('/translation-demo', 'not found', '/onboarding', '/subscription', 'not found', 'not found'),
  row('/translation-status', 'not found', '/onboarding', '/subscription', 'not found', 'not found'),
  row('/admin', 'not found', '/onboarding', '/subscription', 'not found', 'page'),
  row('/admin/dashboard', 'not found', '/onboarding', '/subscription', 'not found', 'page'),
  row('/admin/content', 'not found', '/onboarding', '/subscription', 'not found', 'not found'),
  row('/admin/programs', 'not found', '/onboarding', '/subscription', 'not found', 'not found'),
  row('/admin/authors', 'not found', '/onboarding', '/subscription', 'not found', 'not found'),
  row('/admin/banners', 'not found', '/onboarding', '/subscription', 'not found', 'not found'),
  row('/admin/pricing', 'not found', '/onboarding', '/subscription', 'not found', 'not found'),
  row('/admin/generation', 'not found', '/onboarding', '/subscription', 'not found', 'not found'),
];

function row(path: string, ...cells: [Cell, Cell, Cell, Cell, Cell]): (typeof TABLE)[number] {
  return [
    path,
    Object.fromEntries(ALL.map((state, i) => [state, cells[i]])) as Record<PersonState, Cell>,
  ];
}

const addressOf = (path: string) =>
  path === 'SESSION' ? sessionPath : path === 'SHARED' ? sharedPath : path;

const phoneOf = (state: PersonState) =>
  state === 'signed_out' ? world.stranger() : world.visitOf({ state });

/** What is on screen at a path, once it has settled. */
async function cellAt(page: Page, path: string): Promise<Cell> {
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  const landed = new URL(page.url()).pathname;
  if (landed !== path) return landed as Cell;
  const heading = await page.locator('h1').first().innerText();
  return heading === NOT_FOUND ? 'not found' : 'page';
}

describe.each(ALL)('somebody in the state %s', (state) => {
  it('gets in every cell of the route table what it says', async () => {
    const phone = await phoneOf(state);
    const seen: Record<string, Cell> = {};
    const told: Record<string, Cell> = {};
    const rows = TABLE.values();
    const walk = async (page: Page) => {
      for (const [path, cells] of rows) {
        seen[path] = await cellAt(page, addressOf(path));
        told[path] = cells[state];
      }
    };
    // In three tabs: most of the time a page takes is waited, not worked.
    const more = () => phone.page.context().newPage();
    await Promise.all([phone.page, await more(), await more()].map(walk));
    expect(seen).toEqual(told);
    await phone.close();
  });
});

describe('the way to the ladder in the profile', () => {
  it.each([
    ['no_pass', 'profile:pass.see', 0],
    ['pass', 'profile:ladder.open', 1],
  ] as const)('is there only where it leads somewhere (%s)', async (state, way, links) => {
    const phone = await phoneOf(state);
    const { page } = phone;
    await page.goto('/profile?tab=progress');
    await page.getByRole('link', { name: say(way) }).waitFor();
    expect(await page.getByRole('link', { name: say('profile:ladder.open') }).count()).toBe(links);
    await phone.close();
  });
});

describe('the not-found page', () => {
  it.each(['signed_out', 'pass'] as const)('leads home and back (%s)', async (state) => {
    const phone = await phoneOf(state);
    const { page } = phone;
    await page.goto('/help');
    await page.goto('/no-such-page');
    await page.getByRole('button', { name: say('ui:notFound.goBack') }).click();
    await page.waitForURL('**/help');
    await page.goto('/no-such-page');
    await page.getByRole('link', { name: say('ui:notFound.goHome') }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await phone.close();
  });
});
