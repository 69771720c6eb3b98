import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '#server/env.ts';
import { waitlist } from '#server/features/waitlist/table.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { PASSWORD } from '#server/testing/people.ts';
import { joinWaitlist } from '#server/testing/waitlist.ts';
import { runAdminCommand } from '../../../scripts/admin-command.ts';
import { inviteByEmail, inviteFromWaitlistAndDeleteEntries } from './writes.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  test.app.dependencies.signUp = 'waitlist';
  await test.runJobs();
  test.emails.splice(0);
});
afterAll(() => test.close());

const signUp = (email: string) =>
  test.createBrowser().call('POST /api/auth/sign-up', {
    body: { email, password: PASSWORD, language: 'en', botToken: 'passes' },
  });
const accept = (token: string, own = test.createBrowser(), invitation = true) =>
  own.call('POST /api/auth/sign-up/confirm', {
    body: { token, password: PASSWORD, invitation },
  });
const inviteByHand = async (email: string, language: 'en' | 'fr' = 'en') => {
  const link = await inviteByEmail(test.app.dependencies, test.db, { email, language }, null);
  return /mode=invited#([\w-]+)\//.exec(link ?? '')?.[1] ?? '';
};

describe('sign-up that is not open', () => {
  it.each([
    ['waitlist', 'invitation_needed'],
    ['closed', 'sign_up_closed'],
  ] as const)('%s refuses every address alike and says why', async (mode, code) => {
    test.app.dependencies.signUp = 'open';
    const known = await test.createPerson();
    test.app.dependencies.signUp = mode;
    for (const email of [known.email, `new-${mode}@example.org`]) {
      const { status, body } = await signUp(email);
      expect([status, body.error?.code]).toEqual([403, code]);
    }
    await test.runJobs();
    expect(test.emails).toEqual([]);
    const body = { email: known.email, password: PASSWORD };
    expect((await test.createBrowser().call('POST /api/auth/sign-in', { body })).status).toBe(200);
  });

  it('promises no account to whoever asks for a new password without having one', async () => {
    const body = { email: 'nobody@example.org', language: 'en' };
    await test.createBrowser().call('POST /api/auth/forgot', { body });
    await test.runJobs();
    expect(test.emails).toMatchObject([{ to: 'nobody@example.org' }]);
    expect(test.emails[0]?.text).not.toContain('/auth');
  });
});

describe('an invitation', () => {
  it('opens an account with a confirmed address, signed in on the device where its link is used, once', async () => {
    const email = 'Invited@example.org';
    const token = await inviteByHand(email, 'fr');
    await test.runJobs();
    expect(test.emails).toMatchObject([
      { to: email, subject: 'Votre invitation à Envol', text: expect.stringContaining(token) },
    ]);
    const own = test.createBrowser();
    const { status, body } = await accept(token, own);
    expect([status, body.email]).toEqual([200, 'invited@example.org']);
    const { body: mine } = await own.call('GET /api/auth/identity');
    expect(mine.identity).toMatchObject({ uid: body.uid });
    const { rows } = await test.db.execute(
      sql`select email_verified from auth_users where id = ${body.uid}`,
    );
    expect(rows[0]).toEqual({ email_verified: true });
    expect((await accept(token)).body.error?.code).toBe('link_expired');
  });

  it('is kept as a hash, expires, and is no confirmation of another kind', async () => {
    const token = await inviteByHand('late@example.org');
    const { rows: kept } = await test.db.execute(sql`select * from auth_verifications`);
    expect(JSON.stringify(kept)).not.toContain(token);
    test.app.dependencies.signUp = 'open';
    expect((await accept(token, test.createBrowser(), false)).body.error?.code).toBe(
      'link_expired',
    );
    await test.db.execute(sql`update auth_verifications set expires_at = now() - interval '1 s'`);
    expect((await accept(token)).body.error?.code).toBe('link_expired');
  });

  it('waits unused while sign-up is closed', async () => {
    const token = await inviteByHand('patient@example.org');
    test.app.dependencies.signUp = 'closed';
    expect((await accept(token)).body.error?.code).toBe('sign_up_closed');
    test.app.dependencies.signUp = 'waitlist';
    expect((await accept(token)).status).toBe(200);
  });

  it('goes to those who have waited longest, who leave the list, and is written down without them', async () => {
    await test.db.delete(waitlist);
    for (const name of ['first', 'second', 'third'])
      await joinWaitlist(test, `${name}@example.org`);
    test.emails.splice(0);
    expect(
      await inviteFromWaitlistAndDeleteEntries(
        test.app.dependencies,
        test.db,
        { longest: 2 },
        null,
      ),
    ).toBe(2);
    await test.runJobs();
    expect(test.emails.map(({ to }) => to).toSorted()).toEqual([
      'first@example.org',
      'second@example.org',
    ]);
    expect(await test.db.select({ email: waitlist.email }).from(waitlist)).toEqual([
      { email: 'third@example.org' },
    ]);
    test.app.dependencies.signUp = 'open';
    const admin = await test.createPerson({ state: 'admin' });
    const { body } = await admin.call('GET /api/admin/audit');
    expect(body.entries).toContainEqual(
      expect.objectContaining({
        action: 'invitation.send',
        by: 'command line',
        subject: null,
        details: { count: 2, from: 'waitlist' },
      }),
    );
  });

  it('is sent by a command, which says what is wrong where it can’t be', async () => {
    test.app.dependencies.signUp = 'open';
    const { email } = await test.createPerson();
    const run = async (mode: string, ...words: string[]) => {
      const settings = readSettings({
        DATABASE_URL: test.url,
        SESSION_SECRET: test.app.dependencies.secret.padEnd(32, '.'),
        SIGN_UP: mode,
      });
      const { code, text } = await runAdminCommand(settings, ['invite', ...words]);
      return [code, text] as const;
    };
    const [status, text] = await run('waitlist', 'by-command@example.org', 'fr');
    expect([status, text]).toEqual([0, expect.stringMatching(/\nhttp:.*mode=invited#[\w-]{32}\//)]);
    expect(await run('waitlist', email)).toEqual([1, `${email} has an account already.`]);
    expect((await run('closed', 'x@example.org'))[0]).toBe(1);
    expect((await run('waitlist', 'nobody'))[0]).toBe(2);
    expect(await run('waitlist', 'waitlist', '5')).toEqual([
      0,
      expect.stringContaining('invited from the waitlist'),
    ]);
  });
});
