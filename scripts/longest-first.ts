import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of tests that take much longer than their size tells. */
export const LONG_FILES = [
  'server/testing/payment-histories/histories.test.ts',
  'server/testing/payment-histories/years.test.ts',
  'server/fuzz.test.ts',
  'server/db/last-write-wins.test.ts',
  'server/signals.test.ts',
  'e2e/accessible.e2e.ts',
  'e2e/rehearsal-sound.e2e.ts',
  'e2e/sound-levels.e2e.ts',
  'e2e/day-plays-on.e2e.ts',
  'e2e/after-sign-out.e2e.ts',
];

/**
 * Begins with the files that take longest, so that no worker is alone with one at the end while the others wait. Without a memory of
 * earlier runs Vitest takes the size of a file for its length, which these are an exception to.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const orderOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const isLong = ({ moduleId }: TestSpecification) =>
      LONG_FILES.some((name) => moduleId.endsWith(`/${name}`));
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own method, which returns a new list
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (a, b) => orderOf(a) - orderOf(b) || Number(isLong(b)) - Number(isLong(a)),
    );
  }
}
