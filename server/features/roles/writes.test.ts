import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '#server/env.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { buildChildEnvironment } from '#server/testing/child-environment.ts';
import { addPasskey } from '#server/testing/authenticator.ts';
import { type TestPerson, PASSWORD } from '#server/testing/people.ts';
import { runAdminCommand } from '../../../scripts/admin-command.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** Runs the command as the operator does, on the database of a server that is running. */
function runAsOperator(...words: string[]) {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/admin.ts', ...words], {
    cwd: ROOT,
    encoding: 'utf8',
    env: buildChildEnvironment({ DATABASE_URL: test.url }),
  });
  return [status, stdout.trim()];
}

/** Runs the command in this process, which takes less time. */
async function admin(...words: string[]) {
  const { code, text } = await runAdminCommand(readSettings({ DATABASE_URL: test.url }), words);
  return [code, text];
}
const audit = async (own: TestPerson) => (await own.call('GET /api/admin/audit')).body.entries;

describe('npm run admin', () => {
  it('grants the role, lists who has it, revokes it, and writes all of that down', async () => {
    const own = await test.createPerson({ isConfirmed: false });
    expect(await admin('list')).toEqual([0, 'Nobody has a role in the studio yet.']);
    const [refused, why] = await admin('grant', own.email);
    expect([refused, why]).toEqual([1, expect.stringContaining('has not yet confirmed by e-mail')]);
    expect(await admin('grant', own.email, 'unconfirmed')).toEqual([
      0,
      `${own.email} has the role admin now.`,
    ]);
    await test.db.execute(
      sql`update auth_users set email_verified = true, two_factor_enabled = true where id = ${own.uid}`,
    );
    expect(await admin('grant', own.email)).toEqual([
      0,
      `${own.email} has the role admin already.`,
    ]);
    expect(await admin('list')).toEqual([0, `${own.email}: admin (builtin)`]);
    expect(await audit(own)).toMatchObject([
      { action: 'role.grant', by: 'command line', actor: null, subject: own.email },
    ]);
    expect(await admin('revoke', own.email)).toEqual([
      0,
      `${own.email} has no role in the studio now.`,
    ]);
    expect((await own.call('GET /api/admin/audit')).status).toBe(403);
    const other = await test.createPerson({ state: 'admin' });
    expect((await audit(other)).map(({ action }) => action)).toEqual(['role.revoke', 'role.grant']);
  });

  it('gives the role of an editor, and opens content with it and nothing else', async () => {
    const own = await test.createPerson({ state: 'no_pass' });
    await admin('grant', own.email, 'editor');
    // The studio opens with two-step sign-in alone, as it does for admins.
    expect((await own.call('GET /api/admin/contents')).body).toMatchObject({
      error: { code: 'second_factor_required' },
    });
    await test.db.execute(
      sql`update auth_users set two_factor_enabled = true where id = ${own.uid}`,
    );
    expect((await own.call('GET /api/admin/contents')).status).toBe(200);
    expect((await own.call('GET /api/contents')).status).toBe(200);
    expect((await own.call('GET /api/admin/audit')).body).toMatchObject({
      error: { code: 'admin_required' },
    });
    expect(await admin('grant', own.email, 'support')).toEqual([
      0,
      `${own.email} has the role support now.`,
    ]);
    expect((await own.call('GET /api/admin/contents')).status).toBe(403);
    expect((await own.call('GET /api/admin/support/questions')).status).toBe(200);
    expect(await admin('revoke', own.email)).toEqual([
      0,
      `${own.email} has no role in the studio now.`,
    ]);
    expect((await own.call('GET /api/admin/support/questions')).body).toMatchObject({
      error: { code: 'pass_required' },
    });
  });

  it('turns two-step sign-in off for somebody who lost it, which their account and the log say', async () => {
    const own = await test.createPerson();
    expect(await admin('two-step-off', own.email)).toEqual([
      0,
      `${own.email} has no two-step sign-in.`,
    ]);
    await addPasskey(own);
    expect(await admin('two-step-off', own.email)).toEqual([
      0,
      `${own.email} signs in by the password alone now, and is signed out everywhere.`,
    ]);
    expect((await own.call('GET /api/users/me')).status).toBe(401);
    const body = { email: own.email, password: PASSWORD };
    expect((await own.call('POST /api/auth/sign-in', { body })).status).toBe(200);
    expect((await own.call('GET /api/auth/passkeys')).body.passkeys).toEqual([]);
    const { events } = (await own.call('GET /api/auth/events')).body;
    expect(events.map(({ kind }) => kind)).toContain('second_factor_off');
    const [latest] = await audit(await test.createPerson({ state: 'admin' }));
    expect(latest).toMatchObject({ action: 'person.two-step-off', by: 'command line' });
    expect((await admin('two-step-off', 'nobody@example.org'))[0]).toBe(1);
  });

  it('opens the studio and the app for an admin without a pass, and closes both with the role', async () => {
    const own = await test.createPerson({ state: 'no_pass' });
    await admin('grant', own.email);
    await test.db.execute(
      sql`update auth_users set two_factor_enabled = true where id = ${own.uid}`,
    );
    expect((await own.call('GET /api/admin/audit')).status).toBe(200);
    expect((await own.call('GET /api/contents')).status).toBe(200);
    // What pages and devices are told: access by the role, no pass, and none without a network.
    expect((await own.call('GET /api/subscription-status')).body).toMatchObject({
      hasActiveAccess: true,
      tier: 'free',
      plan: null,
      grant: null,
    });
    await admin('revoke', own.email);
    expect((await own.call('GET /api/contents')).body).toMatchObject({
      error: { code: 'pass_required' },
    });
  });

  it('gives somebody a pass, for good or for some days, and writes that down', async () => {
    const own = await test.createPerson({ state: 'no_pass' });
    expect(await admin('pass', own.email, '30')).toEqual([
      0,
      expect.stringMatching(`^${own.email} has a pass until \\d{4}-\\d\\d-\\d\\d\\.$`),
    ]);
    const status = await own.call('GET /api/subscription-status');
    expect(status.body).toMatchObject({ hasActiveAccess: true, tier: 'premium' });
    expect(await admin('pass', own.email)).toEqual([0, `${own.email} has a pass for good.`]);
    const [latest] = await audit(await test.createPerson({ state: 'admin' }));
    expect(latest).toMatchObject({ action: 'pass.grant', by: 'command line', subject: own.email });
    for (const wrong of ['0', 'ten', '-1', '99999'])
      expect((await admin('pass', own.email, wrong))[0]).toBe(2);
    expect((await admin('pass', 'nobody@example.org'))[0]).toBe(1);
  });

  it('says what to do about an address that nobody has confirmed', async () => {
    const own = await test.createPerson({ isConfirmed: false });
    const [, text] = await admin('grant', own.email);
    expect(text).toContain('open the link in the e-mail');
    expect(text).toContain('outbox');
    expect(text).toContain(`npm run admin -- grant ${own.email} unconfirmed`);
  });

  it('makes nobody an admin who has not signed up', () =>
    expect(runAsOperator('grant', 'nobody@example.org')).toEqual([
      1,
      'Nobody has signed up with nobody@example.org yet.',
    ]));

  it.each([[[]], [['grant']], [['promote', 'ada@example.org']]])(
    'explains itself for %j',
    async (words) => {
      const [status, text] = await admin(...words);
      expect(status).toBe(2);
      expect(text).toContain('npm run admin -- grant <e-mail>');
    },
  );
});
