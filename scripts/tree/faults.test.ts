import { describe, expect, it } from 'vitest';
import { faultsOf } from './faults.ts';
import type { Import, Source } from './source.ts';

const file = (path: string, imports: (string | Import)[] = [], lines = 10): Source => ({
  path,
  lines,
  imports: imports.map((to) => (typeof to === 'string' ? { to, typeOnly: false } : to)),
});

describe('the tree', () => {
  it('has no fault when each file keeps to its place', () => {
    const sources = [
      file('shared/rules/streak.ts'),
      file('server/features/player/writes.ts', ['drizzle-orm', 'server/features/library/reads.ts']),
      file('src/features/player/queries.ts', [
        { to: 'shared/contract/player.ts', typeOnly: true },
        'shared/rules/streak.ts',
        'src/features/account/queries.ts',
      ]),
    ];
    expect(faultsOf(sources)).toEqual([]);
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
    ['a handler that talks to the database', file('server/features/a/routes.ts', ['drizzle-orm'])],
    ['an SDK outside service.ts', file('server/features/a/routes.ts', ['better-auth/api'])],
    ['a product file that needs a test', file('server/app.ts', ['server/testing/app.ts'])],
    ['a drawer called utils', file('src/lib/utils.ts')],
    ['a server feature with a file of its own naming', file('server/features/a/manager.ts')],
    ['a web feature with a file of its own naming', file('src/features/home/stuff.tsx')],
    ['a file that is too long', file('src/lib/a.ts', [], 301)],
  ])('refuses %s', (_, broken) => {
    expect(faultsOf([broken, file('shared/a.ts', [], 1), file('shared/b.ts', [], 1)])).toHaveLength(
      1,
    );
  });

  it('refuses a circle, and says which', () => {
    const sources = [file('shared/a.ts', ['shared/b.ts']), file('shared/b.ts', ['shared/a.ts'])];
    expect(faultsOf(sources)).toEqual(['Circle: shared/a.ts → shared/b.ts → shared/a.ts.']);
  });

  it('lets types go round in a circle', () => {
    const sources = [
      file('shared/a.ts', ['shared/b.ts']),
      file('shared/b.ts', [{ to: 'shared/a.ts', typeOnly: true }]),
    ];
    expect(faultsOf(sources)).toEqual([]);
  });
});
