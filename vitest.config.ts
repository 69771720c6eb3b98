import { defineConfig } from 'vitest/config';

// What is waited for comes in its own time, which is long where the machine is slow or busy.
const PATIENT = { timeout: 15_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          include: ['shared/**/*.test.ts', 'src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'content/**/*.test.ts'],
          globalSetup: ['server/testing/cluster.ts'],
          setupFiles: ['server/testing/tidy.ts'],
          isolate: false,
          hookTimeout: 30_000,
          testTimeout: 20_000,
          expect: { poll: PATIENT },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.e2e.ts'],
          // The files of a worker share the server's modules and the browser.
          isolate: false,
          globalSetup: ['server/testing/cluster.ts'],
          hookTimeout: 60_000,
          testTimeout: 300_000,
          expect: { poll: PATIENT },
          maxWorkers: 2,
        },
      },
      {
        // Only by `npm run test:firebase`, which starts the emulator.
        test: {
          name: 'firebase',
          include: ['e2e/**/*.emulator.ts'],
          globalSetup: ['server/testing/cluster.ts'],
          hookTimeout: 60_000,
          testTimeout: 60_000,
        },
      },
    ],
  },
});
