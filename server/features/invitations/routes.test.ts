import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { TestPerson } from '#server/testing/people.ts';

let test: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  admin = await test.createPerson({ state: 'admin' });
});
beforeEach(async () => {
  await test.runJobs();
  test.emails.length = 0;
  // All in the same millisecond.
  await test.db.execute('delete from waitlist');
  await test.db.execute(sql`
    insert into waitlist (email, language, created_at)
    select 'w' || lpad(n::text, 3, '0') || '@example.org', case n % 2 when 0 then 'en' else 'fr' end,
      '2026-11-01T10:00:00.000Z'::timestamptz + n * interval '1 microsecond'
    from generate_series(1, 120) n`);
});
afterAll(() => test.close());

const invite = (body: { longest: number } | { emails: string[] }) =>
  admin.call('POST /api/admin/waitlist/invitations', { body });
async function readAll() {
  const pages = [];
  let after: { at: string; email: string } | null | undefined;
  while (after !== null) {
    const body = after ? { after } : {};
    const page = (await admin.call('POST /api/admin/waitlist/list', { body })).body;
    pages.push(page.entries.map(({ email }) => email));
    after = page.next;
  }
  return pages;
}

describe('the waitlist in the studio', () => {
  it('is counted, and listed in pages from the longest waiting on, each entered in the audit log', async () => {
    expect((await admin.call('GET /api/admin/waitlist')).body).toEqual({ total: 120 });
    const pages = await readAll();
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    const all = pages.flat();
    expect(all).toEqual(all.toSorted());
    expect(new Set(all).size).toBe(120);
    const { entries } = (await admin.call('GET /api/admin/audit')).body;
    const looks = entries.filter(({ action }) => action === 'waitlist.list');
    expect(looks.map(({ details }) => details['count'])).toEqual([20, 50, 50]);
    expect(JSON.stringify(entries)).not.toContain('w001@');
  });

  it('invites those who have waited longest, each in their language, who then wait no more', async () => {
    expect((await invite({ longest: 2 })).body).toEqual({ invited: 2, total: 118 });
    await test.runJobs();
    // Two that are sent at once may arrive in either order.
    expect(Object.fromEntries(test.emails.map(({ to, subject }) => [to, subject]))).toEqual({
      'w001@example.org': expect.stringContaining('Votre invitation'),
      'w002@example.org': expect.stringContaining('Your invitation'),
    });
    expect((await readAll())[0]?.[0]).toBe('w003@example.org');
  });

  it('invites those that are chosen, and nobody who is not on it', async () => {
    const emails = ['W050@example.org', 'stranger@example.org'];
    expect((await invite({ emails })).body).toEqual({ invited: 1, total: 119 });
    expect((await invite({ emails })).body).toEqual({ invited: 0, total: 119 });
    await test.runJobs();
    expect(test.emails.map(({ to }) => to)).toEqual(['w050@example.org']);
  });

  it('invites two who press at once to different people', async () => {
    await Promise.all([invite({ longest: 30 }), invite({ longest: 30 })]);
    await test.runJobs();
    expect(new Set(test.emails.map(({ to }) => to)).size).toBe(60);
    expect(test.emails).toHaveLength(60);
  });

  it('invites an address that never asked, but none that has an account', async () => {
    const send = (email: string) =>
      admin.call('POST /api/admin/invitations', { body: { email, language: 'fr' } });
    expect((await send('friend@example.org')).body.invited).toBe(1);
    expect((await send(admin.email)).body.invited).toBe(0);
    await test.runJobs();
    expect(test.emails.map(({ to }) => to)).toEqual(['friend@example.org']);
  });
});
