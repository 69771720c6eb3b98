import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

// What is waited for comes in its own time, which is long where the machine is slow or busy.
const PATIENT = { timeout: 60_000 };
// Ends what hangs. No test measures time: limits of time belong to the bench.
const AMPLE_MS = 900_000;
// Tests wait for a database or a browser a third of the time: one more than processors leaves none of them unused.
const WORKERS = availableParallelism() + 1;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    tags: [
      { name: 'whole', description: 'left out of `npm test`, which takes a quarter of an hour' },
    ],
    projects: [
      {
        test: {
          name: 'rules',
          // Where several projects run at once, as in prove:attacks, each comes after the others.
          sequence: { groupOrder: 0 },
          include: ['shared/**/*.test.ts', 'src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          setupFiles: ['scripts/property-tests.ts'],
          isolate: false,
          testTimeout: AMPLE_MS,
        },
      },
      {
        test: {
          name: 'server',
          sequence: { groupOrder: 1 },
          include: ['server/**/*.test.ts', 'content/**/*.test.ts'],
          globalSetup: ['server/testing/cluster.ts'],
          setupFiles: [
            'server/testing/password-cache.ts',
            'server/testing/tidy.ts',
            'scripts/property-tests.ts',
          ],
          isolate: false,
          // Other processes, sockets and signals on a busy machine; the report names what needed another try.
          retry: 1,
          maxWorkers: WORKERS,
          hookTimeout: AMPLE_MS,
          testTimeout: AMPLE_MS,
          expect: { poll: PATIENT },
        },
      },
      {
        test: {
          name: 'journeys',
          sequence: { groupOrder: 2 },
          include: ['e2e/**/*.e2e.ts'],
          // The files of a worker share the server's modules and the browser.
          isolate: false,
          globalSetup: ['e2e/fixtures/cluster.ts'],
          setupFiles: ['server/testing/password-cache.ts', 'e2e/fixtures/journey-date.ts'],
          // A browser on a busy machine stalls now and then; the report names what needed another try.
          retry: 2,
          hookTimeout: AMPLE_MS,
          testTimeout: AMPLE_MS,
          expect: { poll: PATIENT },
          maxWorkers: WORKERS,
        },
      },
      {
        // Only by `npm run test:firebase`, which starts the emulator.
        test: {
          name: 'firebase',
          sequence: { groupOrder: 3 },
          include: ['e2e/**/*.emulator.ts'],
          globalSetup: ['server/testing/cluster.ts'],
          hookTimeout: AMPLE_MS,
          testTimeout: AMPLE_MS,
          expect: { poll: PATIENT },
        },
      },
    ],
  },
});
