import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LONG_FILES, LongestFirst } from './longest-first.ts';

const ROOT = path.join(import.meta.dirname, '..');

it('names files that are there', () => {
  expect(LONG_FILES.filter((name) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});

it('begins with the files that take longest, within each project', async () => {
  const cache = { getTestSpecificationResult: () => undefined };
  const specify = (name: string, groupOrder: number) =>
    ({
      moduleId: path.join(ROOT, name),
      project: { name: `of ${groupOrder}`, config: { sequence: { groupOrder } } },
    }) as unknown as TestSpecification;
  const files = [
    specify('e2e/accessible.e2e.ts', 2),
    specify('e2e/identity.e2e.ts', 2),
    specify('server/matrix.test.ts', 1),
    specify('server/testing/payment-histories/histories.test.ts', 1),
  ];
  // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own method, which returns a new list
  const sorted = await new LongestFirst({ cache } as unknown as Vitest).sort(files);
  expect(sorted.map(({ moduleId }) => path.relative(ROOT, moduleId))).toEqual([
    'server/testing/payment-histories/histories.test.ts',
    'server/matrix.test.ts',
    'e2e/accessible.e2e.ts',
    'e2e/identity.e2e.ts',
  ]);
});
