// @module-tag whole

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildChildEnvironment } from '#server/testing/child-environment.ts';
import { createTestDatabase } from '#server/testing/database.ts';

it('fills an empty database with people in every state and a year of use, and none that has somebody', async () => {
  const database = await createTestDatabase({ max: 1 });
  onTestFinished(() => database.close());
  const seed = () =>
    spawnSync(process.execPath, ['--import', './scripts/resolve-drizzle.mjs', 'scripts/seed.ts'], {
      cwd: path.join(import.meta.dirname, '..'),
      env: buildChildEnvironment({ DATABASE_URL: database.url }),
      encoding: 'utf8',
    });
  const { stdout, stderr } = seed();
  expect(stderr).toBe('');
  expect(stdout).toContain('onboarding-fr@example.org');
  const { rows } = await database.query(`
    select email, onboarding_complete as whole, role, count(l.id)::int as listens from users
    left join listens l on l.user_id = users.id where provider = 'builtin' group by users.id order by email`);
  expect(rows).toMatchObject([
    { email: 'admin@example.org', role: 'admin' },
    { email: 'no-pass-en@example.org', whole: true },
    { email: 'no-pass-fr@example.org' },
    { email: 'onboarding-en@example.org', whole: false },
    { email: 'onboarding-fr@example.org' },
    { email: 'pass-en@example.org' },
    { email: 'pass-fr@example.org' },
    { email: 'year@example.org', listens: 300 },
  ]);
  expect(seed().stderr).toContain('There are people in this database');
});
