import crypto, { type Argon2Algorithm, type Argon2Parameters } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

// Vitest setup file: an Argon2id hash that was computed once in this process is not computed again. All people in the
// tests have the same password and salt (people.ts), and signing them in would cost more than anything else they do.

type Callback = Parameters<typeof crypto.argon2>[2];

const CACHED = Symbol.for('envol.password-cache');

/** How many hashes were asked for in this process, those that were not computed again included. */
export const getRequestedPasswordHashCount = (): number =>
  (crypto.argon2 as { asked?: number }).asked ?? 0;

const compute = crypto.argon2;
if (!(CACHED in compute)) {
  const tags = new Map<string, Buffer>();
  const computeOnce = (
    algorithm: Argon2Algorithm,
    parameters: Argon2Parameters,
    done: Callback,
  ) => {
    counting.asked += 1;
    const key = JSON.stringify([algorithm, parameters]);
    const tag = tags.get(key);
    if (tag) return process.nextTick(done, null, Buffer.from(tag));
    compute(algorithm, parameters, (error, computed) => {
      if (!error) tags.set(key, computed);
      done(error, computed);
    });
  };
  const counting = Object.assign(computeOnce, { [CACHED]: true, asked: 0 });
  crypto.argon2 = counting;
  syncBuiltinESMExports();
}
