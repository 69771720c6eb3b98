import * as fc from 'fast-check';

// What every property test shares; Vitest runs this before each file. The same cases each time, so that a run fails for
// what was changed and not by chance: PROPERTY_SEED=$RANDOM looks at others. A failure prints its seed and its path.
// Without a limit of time: as many cases on a slow machine as on a fast one.
const given = process.env['PROPERTY_SEED'] ?? '20261124';
const seed = Number(given);
if (!Number.isSafeInteger(seed)) throw new Error(`PROPERTY_SEED: ${given} is no whole number`);

fc.configureGlobal({ seed, numRuns: 100 });
