import { writeFileSync } from 'node:fs';

/**
 * A Vitest reporter that writes the numbers of passed, failed and skipped tests and the names of those that passed at a
 * second try to COUNTS_FILE, as JSON.
 */
export default class CountsFileReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state) => tests.filter((test) => test.result().state === state).length;
    // A file that cannot be loaded, and a suite whose set-up fails, fail without a failed test.
    const groups = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = groups.filter((group) => group.errors().length > 0).length;
    const counts = {
      passed: inState('passed'),
      failed: inState('failed') + broken + unhandledErrors.length,
      skipped: inState('skipped'),
      retried: tests
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${test.module.relativeModuleId} > ${test.fullName}`),
    };
    writeFileSync(process.env['COUNTS_FILE'], JSON.stringify(counts));
  }
}
