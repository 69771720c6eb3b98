import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { Caller } from '#server/testing/people.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
let test: TestApp;
let url: string;
beforeAll(async () => {
  // The command runs in this very process's time: the event loop stands still meanwhile.
  test = await createTestApp();
  ({ url } = test);
});
afterAll(() => test.close());

/** Runs the command as the operator does, on the database of a server that is running. */
function admin(...words: string[]) {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/admin.ts', ...words], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: url },
  });
  return [status, stdout.trim()];
}
const audit = async (own: Caller) => (await own.call('GET /api/admin/audit')).body.entries;

describe('npm run admin', () => {
  it('grants the role, lists who has it, revokes it, and writes all of that down', async () => {
    const own = await test.createPerson();
    expect(admin('list')).toEqual([0, 'There is no admin yet.']);
    const [refused, why] = admin('grant', own.email);
    expect([refused, why]).toEqual([1, expect.stringContaining('has not yet confirmed by e-mail')]);
    expect(admin('grant', own.email, 'unconfirmed')).toEqual([0, `${own.email} is an admin now.`]);
    await test.db.execute(
      sql`update auth_users set email_verified = true, two_factor_enabled = true where id = ${own.uid}`,
    );
    expect(admin('grant', own.email)).toEqual([0, `${own.email} is an admin already.`]);
    expect(admin('list')).toEqual([0, `${own.email} (builtin)`]);
    expect(await audit(own)).toMatchObject([
      { action: 'role.grant', by: 'command line', actor: null, subject: own.email },
    ]);
    expect(admin('revoke', own.email)).toEqual([0, `${own.email} is no admin now.`]);
    expect((await own.call('GET /api/admin/audit')).status).toBe(403);
    const other = await test.createPerson({ state: 'admin' });
    expect((await audit(other)).map(({ action }) => action)).toEqual(['role.revoke', 'role.grant']);
  });

  it('makes nobody an admin who has not signed up', () =>
    expect(admin('grant', 'nobody@example.org')).toEqual([
      1,
      'Nobody has signed up with nobody@example.org yet.',
    ]));

  it.each([[[]], [['grant']], [['promote', 'ada@example.org']]])(
    'explains itself for %j',
    (words) => {
      const [status, text] = admin(...words);
      expect(status).toBe(2);
      expect(text).toContain('npm run admin -- grant <e-mail>');
    },
  );
});
