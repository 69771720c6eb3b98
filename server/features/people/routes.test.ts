import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/features/account/table.ts';
import { checkouts } from '#server/features/billing/table.ts';
import { changeRole } from '#server/features/roles/writes.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { buildCookieConsentBody } from '#server/testing/cookie-consent.ts';
import { type TestPerson, ORDER_CONSENT } from '#server/testing/people.ts';

const NOBODY = '019a0000-0000-7000-8000-000000000000';
let test: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  admin = await test.createPerson({ state: 'admin' });
});
afterAll(() => test.close());

const why = ({ id }: { id: string }) => ({ params: { id }, body: { reason: 'They asked' } });
const find = async (email: string) =>
  (await admin.call('POST /api/admin/people/search', { body: { email } })).body.people;
const read = async ({ id }: { id: string }) =>
  (await admin.call('GET /api/admin/people/:id', { params: { id } })).body;
const listDeeds = async ({ id }: { id: string }) =>
  (
    await admin.call('GET /api/admin/audit', { query: { limit: 10, subject: id } })
  ).body.entries.map(({ action, details }) => [action, details['reason']]);

describe('an admin', () => {
  it('finds an account by its address in any letter case, and nobody by another one', async () => {
    const ada = await test.createPerson({ name: 'Ada', email: 'ada.found@example.com' });
    expect(await find('ADA.Found@example.com')).toMatchObject([{ id: ada.id, name: 'Ada' }]);
    expect(await find('ada@example.com')).toEqual([]);
  });

  it('sees the account and the records of its consents, and nothing that was answered', async () => {
    const ada = await test.createPerson({ state: 'no_pass' });
    await ada.call('POST /api/cookie-consent', {
      body: buildCookieConsentBody({ analyticsCookies: true }),
    });
    await ada.call('POST /api/checkouts', {
      body: { plan: 'yearly', currency: 'EUR', consent: ORDER_CONSENT },
    });
    const seen = await read(ada);
    expect(seen).toMatchObject({
      email: ada.email,
      onboardingComplete: true,
      signIn: { hasPassword: true, hasSecondFactor: false, sessions: 1 },
      consents: { cookies: [{ analytics: true, marketing: false }], orders: [{ plan: 'yearly' }] },
    });
    expect(seen.consents.health?.givenAt).toBeDefined();
    expect(JSON.stringify(seen)).not.toMatch(/answers|intensity|fear_|focus/i);
    await test.db.delete(checkouts).where(eq(checkouts.userId, ada.id));
  });

  it('has what waits to be sent tried at once, and sends a link to a new password', async () => {
    const ada = await test.createPerson({ state: 'no_pass' });
    const link = await admin.call('POST /api/admin/people/:id/reset-link', why(ada));
    expect(link.status).toBe(200);
    await test.runJobs();
    expect(test.emails.at(-1)).toMatchObject({ to: ada.email });
    // Asked for by its owner, and given up.
    await ada.call('POST /api/auth/forgot', {
      body: { email: ada.email, language: 'en', botToken: null },
    });
    await test.db.execute(sql`
      update jobs.job set name = 'mail', state = 'failed', retry_count = 10, retry_limit = 10, completed_on = now()
      where name = 'password-reset'`);
    expect((await read(ada)).emails).toMatchObject([{ state: 'failed', tries: 10 }]);
    const resend = await admin.call('POST /api/admin/people/:id/emails/resend', why(ada));
    expect(resend.body.count).toBe(1);
    expect((await read(ada)).emails).toMatchObject([{ state: 'waiting' }]);
    await test.db.execute(sql`delete from jobs.job`);
    expect(await listDeeds(ada)).toEqual([
      ['person.resend', 'They asked'],
      ['person.reset-link', 'They asked'],
    ]);
  });

  it('signs a person out everywhere with their next call, which their account says', async () => {
    const ada = await test.createPerson();
    const out = await admin.call('POST /api/admin/people/:id/sign-out', why(ada));
    expect(out.status).toBe(200);
    expect((await ada.call('GET /api/users/me')).status).toBe(401);
    const {
      rows: [event],
    } = await test.db.execute(
      sql`select kind from security_events where user_id = ${ada.uid} order by id desc limit 1`,
    );
    expect(event).toEqual({ kind: 'ended_by_support' });
    expect(await listDeeds(ada)).toEqual([['person.sign-out', 'They asked']]);
  });

  it('exports what there is of a person without what they answered', async () => {
    const ada = await test.createPerson();
    const { body } = await admin.call('POST /api/admin/people/:id/export', why(ada));
    expect(body.tables['users']).toMatchObject([{ id: ada.id }]);
    expect(Object.keys(body.tables)).toContain('health_consents');
    expect(JSON.stringify(body)).not.toMatch(/assessments|check_ins|fear_heights/);
    expect(await listDeeds(ada)).toEqual([['person.export', 'They asked']]);
  });

  it('erases a person whose address was typed again, and the log keeps why and not who', async () => {
    const ada = await test.createPerson();
    const erase = (id: string, email: string) =>
      admin.call('DELETE /api/admin/people/:id', {
        params: { id },
        body: { email, reason: 'A letter of the ninth' },
      });
    expect((await erase(ada.id, 'other@example.com')).body.error?.fields).toHaveProperty('email');
    expect((await erase(ada.id, ada.email.toUpperCase())).status).toBe(200);
    expect((await erase(ada.id, ada.email)).body.error?.code).toBe('not_found');
    expect(await test.db.select().from(users).where(eq(users.id, ada.id))).toEqual([]);
    await test.runJobs();
    expect(test.emails.at(-1)).toMatchObject({ to: ada.email });
    const { entries } = (await admin.call('GET /api/admin/audit')).body;
    expect(entries[0]).toMatchObject({ action: 'person.erase', subject: null });
    expect(entries[0]?.details).toEqual({ reason: 'A letter of the ninth' });
    expect((await erase(admin.id, admin.email)).body.error?.fields).toEqual({ id: 'is_admin' });
  });

  it('signs in again before they erase, export or sign out anybody, later than ten minutes after', async () => {
    const ada = await test.createPerson();
    const other = await test.createPerson({ state: 'admin' });
    const erasure = { params: { id: ada.id }, body: { email: ada.email, reason: 'They asked' } };
    await test.db.execute(
      sql`update auth_sessions set created_at = now() - interval '11 minutes' where user_id = ${other.uid}`,
    );
    const answers = [
      await other.call('DELETE /api/admin/people/:id', erasure),
      await other.call('POST /api/admin/people/:id/export', why(ada)),
      await other.call('POST /api/admin/people/:id/sign-out', why(ada)),
    ];
    expect(answers.map(({ body }) => body.error?.code)).toEqual(
      Array(3).fill('fresh_sign_in_needed'),
    );
    expect((await ada.call('GET /api/users/me')).status).toBe(200);
    expect(await listDeeds(ada)).toEqual([]);
  });

  it('is told where there is nobody, and to say why', async () => {
    for (const route of ['emails/resend', 'reset-link', 'sign-out', 'export'] as const) {
      const path = `POST /api/admin/people/:id/${route}` as const;
      expect((await admin.call(path, why({ id: NOBODY }))).body.error?.code).toBe('not_found');
      const silent = { params: { id: NOBODY }, body: { reason: ' ' } };
      expect((await admin.call(path, silent)).body.error?.code).toBe('invalid_input');
    }
  });

  it('whose role is taken away is refused the next call', async () => {
    const other = await test.createPerson({ state: 'admin' });
    const look = () => other.call('GET /api/admin/people/:id', { params: { id: admin.id } });
    expect((await look()).status).toBe(200);
    const change = { userId: other.id, role: 'member' as const, actorId: admin.id };
    await changeRole(test.db, change, test.clock());
    expect((await look()).body.error?.code).toBe('admin_required');
  });
});
