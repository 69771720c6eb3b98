import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PersonState } from '#shared/rules/person-state.ts';
import { createTranslator } from './fixtures/translations.ts';
import { findPlayableSession } from './fixtures/sessions.ts';
import { createTestSite } from './fixtures/test-site.ts';

const testSite = createTestSite();
let sessionPath: string;
let sharedPath: string;
beforeAll(async () => {
  const reader = await testSite.createPerson({ state: 'pass' });
  const { id } = await findPlayableSession(reader);
  sessionPath = `/content/${id}`;
  sharedPath = `/s/${id}`;
});

const t = createTranslator('en');
const NOT_FOUND = t('ui:notFound.title');
type Cell = 'page' | 'not found' | '/onboarding' | '/subscription';
const ALL = ['signed_out', 'onboarding', 'no_pass', 'pass', 'admin'] as const;

/**
 * A page of each kind of row that the route table has, and of each kind of path; every row stands in
 * shared/rules/route-table.test.ts.
 */
const TABLE: [path: string, cells: Record<PersonState, Cell>][] = [
  createRow('/', 'page', '/onboarding', '/subscription', 'page', 'page'),
  createRow('/auth', 'page', '/onboarding', 'page', 'page', 'page'),
  createRow('/onboarding', 'not found', 'page', '/subscription', 'page', 'page'),
  createRow('/profile', 'not found', '/onboarding', 'page', 'page', 'page'),
  createRow(
    '/content-library/podcast',
    'not found',
    '/onboarding',
    '/subscription',
    'page',
    'page',
  ),
  createRow('SESSION', 'not found', '/onboarding', '/subscription', 'page', 'page'),
  createRow('/programs/x', 'not found', '/onboarding', '/subscription', 'page', 'page'),
  createRow('/contact', 'page', 'page', 'page', 'page', 'page'),
  createRow('SHARED', 'page', 'page', 'page', 'page', 'page'),
  createRow('/no-such-page', 'not found', '/onboarding', '/subscription', 'not found', 'not found'),
  createRow('/admin/dashboard', 'not found', '/onboarding', '/subscription', 'not found', 'page'),
];

function createRow(path: string, ...cells: [Cell, Cell, Cell, Cell, Cell]): (typeof TABLE)[number] {
  return [
    path,
    Object.fromEntries(ALL.map((state, i) => [state, cells[i]])) as Record<PersonState, Cell>,
  ];
}

const resolvePath = (path: string) =>
  path === 'SESSION' ? sessionPath : path === 'SHARED' ? sharedPath : path;

const openInState = (state: PersonState) =>
  state === 'signed_out' ? testSite.openVisitor() : testSite.openSignedIn({ state });

/** The cell of the table that a path shows, once the page is there. */
async function readCell(page: Page, path: string): Promise<Cell> {
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  const landed = new URL(page.url()).pathname;
  if (landed !== path) return landed as Cell;
  const heading = await page.locator('h1').first().innerText();
  return heading === NOT_FOUND ? 'not found' : 'page';
}

describe.each(ALL)('somebody in the state %s', (state) => {
  it('gets of each kind of page what the route table says', async () => {
    const device = await openInState(state);
    const seen: Record<string, Cell> = {};
    const told: Record<string, Cell> = {};
    const rows = TABLE.values();
    const walk = async (page: Page) => {
      for (const [path, cells] of rows) {
        seen[path] = await readCell(page, resolvePath(path));
        told[path] = cells[state];
      }
    };
    // In three tabs: most of the time a page takes is waited, not worked.
    const more = () => device.page.context().newPage();
    await Promise.all([device.page, await more(), await more()].map(walk));
    expect(seen).toEqual(told);
  });
});

describe('the way to the ladder in the profile', () => {
  it.each([
    ['no_pass', 'profile:pass.see', 0],
    ['pass', 'profile:ladder.open', 1],
  ] as const)('is there only where it leads somewhere (%s)', async (state, way, links) => {
    const device = await openInState(state);
    const { page } = device;
    await page.goto('/profile?tab=progress');
    await page.getByRole('link', { name: t(way) }).waitFor();
    expect(await page.getByRole('link', { name: t('profile:ladder.open') }).count()).toBe(links);
  });
});

describe('the not-found page', () => {
  it.each(['signed_out', 'pass'] as const)(
    'leads home, back and, at its address, to the other language (%s)',
    async (state) => {
      const device = await openInState(state);
      const { page } = device;
      await page.goto('/help');
      await page.goto('/no-such-page');
      await page.getByRole('button', { name: t('ui:notFound.goBack') }).click();
      await page.waitForURL('**/help');
      await page.goto('/no-such-page');
      const switches = page.locator('a[hreflang]');
      const paths = await switches.evaluateAll((links) =>
        links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
      );
      expect(paths.filter((path) => path !== '/no-such-page')).toEqual([]);
      await page.getByRole('link', { name: t('ui:notFound.goHome') }).click();
      await page.waitForURL((url) => url.pathname === '/');
    },
  );
});
