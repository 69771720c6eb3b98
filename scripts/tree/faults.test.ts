import { describe, expect, it } from 'vitest';
import { findTreeFaults } from './faults.ts';
import type { Import, SourceFile } from './source.ts';

const file = (path: string, imports: (string | Import)[] = [], lines = 10): SourceFile => ({
  path,
  lines,
  groupsProperties: false,
  imports: imports.map((to) => (typeof to === 'string' ? { to, typeOnly: false } : to)),
});

describe('the tree', () => {
  it('has no fault when each file keeps to its place', () => {
    const sources = [
      file('shared/rules/streak.ts'),
      file('server/features/player/writes.ts', [
        'drizzle-orm',
        'server/features/contents/reads.ts',
      ]),
      file('server/features/player/table.ts', ['drizzle-orm/pg-core']),
      file('server/features/identity/builtin/sign-up.ts', ['drizzle-orm']),
      file('server/features/player/engine.ts'),
      file('server/features/billing/sandbox/engine/invoices.ts'),
      file('src/features/player/hooks/use-played-session.ts'),
      file('src/features/player/queries.ts', [
        { to: 'shared/contract/player.ts', typeOnly: true },
        'shared/rules/streak.ts',
        'src/features/account/queries.ts',
      ]),
    ];
    expect(findTreeFaults(sources)).toEqual([]);
  });

  it.each([
    ['the browser importing the server', file('src/lib/api.ts', ['server/app.ts'])],
    ['the server importing the browser', file('server/app.ts', ['src/lib/api.ts'])],
    ['shared rules importing a feature', file('shared/rules/a.ts', ['src/lib/api.ts'])],
    ['a value of the contract in the browser', file('src/lib/a.ts', ['shared/contract/users.ts'])],
    ['a component kit that knows a feature', file('src/ui/a.tsx', ['src/features/home/model.ts'])],
    ['a library that knows a feature', file('src/lib/a.ts', ['src/features/home/model.ts'])],
    ['a feature that knows the app', file('src/features/home/model.ts', ['src/app/router.tsx'])],
    [
      "a page importing another feature's page",
      file('src/features/home/home-page.tsx', ['src/features/profile/profile-page.tsx']),
    ],
    [
      "a route importing another feature's routes",
      file('server/features/a/routes.ts', ['server/features/b/routes.ts']),
    ],
    ['the database knowing a feature', file('server/db/a.ts', ['server/features/a/table.ts'])],
    [
      'the same in a folder of it, by a type alone',
      file('server/db/copy/a.ts', [{ to: 'server/features/a/reads.ts', typeOnly: true }]),
    ],
    ['the HTTP layer knowing a feature', file('server/http/a.ts', ['server/features/a/wire.ts'])],
    ['a handler that talks to the database', file('server/features/a/routes.ts', ['drizzle-orm'])],
    ['a handler that talks to the driver', file('server/features/a/routes.ts', ['pg'])],
    ['an SDK outside service.ts', file('server/features/a/routes.ts', ['better-auth/api'])],
    ['a product file that needs a test', file('server/app.ts', ['server/testing/app.ts'])],
    [
      'a shipped file that needs what stands in for Stripe in tests',
      file('server/main.ts', ['server/testing/stripe/server.ts']),
    ],
    ['a drawer called utils', file('src/lib/utils.ts')],
    ['a folder called helpers', file('src/lib/helpers/dates.ts')],
    ['a server feature with a file of its own naming', file('server/features/a/manager.ts')],
    ['the same in a part of a feature', file('server/features/a/part/manager.ts')],
    ['a file named by a verb that is no use case', file('server/features/a/manage-things.ts')],
    ['a table.ts without a table', file('server/features/a/table.ts', ['server/db/schema.ts'])],
    ['a hook that is not named as one', file('src/features/a/hooks/counted-flight.ts')],
    ['a web feature with a file of its own naming', file('src/features/home/stuff.tsx')],
    ['a file that is too long', file('src/lib/a.ts', [], 301)],
    ['a test that is too long', file('src/lib/a.test.ts', [], 401)],
  ])('refuses %s', (_, broken) => {
    expect(
      findTreeFaults([broken, file('shared/a.ts', [], 1), file('shared/b.ts', [], 1)]),
    ).toHaveLength(1);
  });

  it('refuses a spread that only puts properties on one line', () => {
    const sources = [{ ...file('shared/rules/streak.ts'), groupsProperties: true }];
    expect(findTreeFaults(sources)).toEqual([
      'shared/rules/streak.ts spreads an object literal: write its properties out.',
    ]);
  });

  it('counts the files of each part of a server feature by itself', () => {
    const crowd = (folder: string, count: number) =>
      Array.from({ length: count }, (_, index) =>
        file(`${folder}/change-part-${'x'.repeat(index)}a.ts`),
      );
    expect(
      findTreeFaults([...crowd('server/features/a', 24), ...crowd('server/features/a/b', 24)]),
    ).toEqual([]);
    expect(findTreeFaults(crowd('server/features/a/b', 25))).toHaveLength(1);
  });

  it('refuses a circle, and says which', () => {
    const sources = [file('shared/a.ts', ['shared/b.ts']), file('shared/b.ts', ['shared/a.ts'])];
    expect(findTreeFaults(sources)).toEqual([
      'Import cycle: shared/a.ts → shared/b.ts → shared/a.ts.',
    ]);
  });

  it('ignores cycles of type imports', () => {
    const sources = [
      file('shared/a.ts', ['shared/b.ts']),
      file('shared/b.ts', [{ to: 'shared/a.ts', typeOnly: true }]),
    ];
    expect(findTreeFaults(sources)).toEqual([]);
  });

  it('refuses features that need each other, by types too, and shows an import for each step', () => {
    const sources = [
      file('server/features/flights/table.ts', [
        'drizzle-orm/pg-core',
        'server/features/account/table.ts',
      ]),
      file('server/features/account/table.ts', ['drizzle-orm/pg-core']),
      file('server/features/account/reads.ts', ['server/features/plan/reads.ts']),
      file('server/features/plan/reads.ts', [
        { to: 'server/features/flights/reads.ts', typeOnly: true },
      ]),
    ];
    expect(findTreeFaults(sources)).toEqual([
      'Feature cycle: server/features/account → server/features/plan → server/features/flights → server/features/account ' +
        '(server/features/account/reads.ts imports server/features/plan/reads.ts; ' +
        'server/features/plan/reads.ts imports server/features/flights/reads.ts; ' +
        'server/features/flights/table.ts imports server/features/account/table.ts).',
    ]);
  });

  it('names each circle of features once', () => {
    const pair = (a: string, b: string) => [
      file(`server/features/${a}/reads.ts`, [`server/features/${b}/reads.ts`]),
      file(`server/features/${b}/writes.ts`, [`server/features/${a}/writes.ts`]),
    ];
    const found = findTreeFaults([...pair('a', 'b'), ...pair('b', 'c')]);
    expect(found.map((fault) => fault.split(' (')[0])).toEqual([
      'Feature cycle: server/features/a → server/features/b → server/features/a',
      'Feature cycle: server/features/c → server/features/b → server/features/c',
    ]);
  });

  it('lets the test of a feature need any other', () => {
    const sources = [
      file('server/features/a/reads.ts', ['server/features/b/reads.ts']),
      file('server/features/b/reads.test.ts', ['server/features/a/reads.ts']),
    ];
    expect(findTreeFaults(sources)).toEqual([]);
  });
});
