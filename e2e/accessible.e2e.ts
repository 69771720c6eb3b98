// @module-tag whole

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { TestPerson } from '#server/testing/people.ts';
import { type RoutePath, ROUTES } from '#shared/rules/route-table.ts';
import { paths } from '#web/lib/paths.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { createTestSite, SMALL_PHONE } from './fixtures/test-site.ts';

const testSite = createTestSite();

const STEP_ID = '3f0c1f4e-5d0a-4d0e-9a55-0c6f0e1c7a11';

/**
 * The addresses at which a page is looked at where its path alone is not one, or where it has several faces. Every other
 * page of the route table is looked at by its path.
 */
function listAddresses(session: string, program: string): Partial<Record<RoutePath, string[]>> {
  return {
    '/content/:id': [paths.content(session)],
    '/s/:id': [paths.shared(session)],
    '/content-library/:category?': [paths.library()],
    '/programs/:id': [paths.program(program)],
    '/read/:slug': ['/read/thinking-of-cancelling'],
    '/ladder/:step?': [paths.ladder(), paths.ladder(STEP_ID)],
    '/flight': [paths.flight(), paths.flight('cruise'), paths.whatWasThat(), paths.card()],
    '/rehearsal': [paths.rehearsal(), paths.rehearsal('own')],
    '/profile': [
      ...[paths.profile(), paths.profile('progress'), paths.profile('assessment')],
      paths.profile('settings'),
    ],
    '/translation-demo': [paths.translationDemo(), paths.translationDemo('player')],
    '/admin/content': [paths.studioSessions(), paths.studioWords()],
  };
}

/** Lists the addresses of every page of the route table, so that a new one is looked at too. */
function listEveryAddress(session: string, program: string): string[] {
  const given = listAddresses(session, program);
  return ROUTES.flatMap(({ path }) => {
    const addresses = given[path] ?? (path.includes(':') ? [] : [path]);
    expect(addresses, `an address for ${path}`).not.toEqual([]);
    return addresses;
  });
}

async function expectAccessibleByDayAndNight(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('main h1:visible').first().waitFor();
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `${path}, ${colorScheme}`, {
      onlyColours: colorScheme === 'dark',
    });
  }
}

async function prepareFlightAndLadder(person: TestPerson): Promise<void> {
  await person.call('PUT /api/users/me/flight-date', {
    body: { flightDate: testSite.server.inDays(9), timeZone: 'Europe/Paris' },
  });
  const step = {
    id: STEP_ID,
    area: 'fear_heights',
    material: 'picture.wing',
    words: null,
  } as const;
  await person.call('PUT /api/ladder', {
    body: { steps: [step], added: [STEP_ID], order: [STEP_ID] },
  });
}

describe('axe finds nothing, by day or by night, on a small phone', () => {
  it('on any page of the route table', async () => {
    const { page, person } = await testSite.openSignedIn(
      { state: 'admin', language: 'fr' },
      SMALL_PHONE,
    );
    await prepareFlightAndLadder(person);
    const sessions = (await person.call('GET /api/contents')).body.items;
    const programs = (await person.call('GET /api/programs')).body.items;
    for (const path of [...listEveryAddress(sessions[0]!.id, programs[0]!.id), '/no-such-page'])
      await expectAccessibleByDayAndNight(page, path);
    expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(
      true,
    );
  });

  it('on the pages of whoever has no account yet, or no pass', async () => {
    const visitor = await testSite.openVisitor({ ...SMALL_PHONE, language: 'fr', locale: 'fr-FR' });
    const views = ['sign-up', 'forgot', 'reset', 'confirm-sign-up', 'invited', 'confirm-email'];
    for (const path of ['/auth', ...[...views, 'lock'].map((view) => `/auth?mode=${view}`)])
      await expectAccessibleByDayAndNight(visitor.page, path);
    for (const [state, path] of [
      ['onboarding', paths.onboarding()],
      ['no_pass', paths.subscription()],
    ] as const) {
      const { page } = await testSite.openSignedIn({ state, language: 'fr' }, SMALL_PHONE);
      await expectAccessibleByDayAndNight(page, path);
    }
  });
});
