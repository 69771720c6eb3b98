import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hideLinkSecrets } from '#server/features/mail/service.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { Caller } from '#server/testing/people.ts';

// Somebody finds a browser in which an admin, or a person, signed in a while ago.

let test: TestApp;
let admin: Caller;
beforeAll(async () => {
  test = await createTestApp();
  admin = await test.createPerson({ state: 'admin' });
  await test.db.execute(sql`update auth_sessions set created_at = now() - interval '11 minutes'`);
});
afterAll(() => test.close());

const SENSITIVE = [
  'POST /api/admin/people/:id/reset-link',
  'GET /api/admin/emails/:id',
  'PUT /api/admin/pricing/price',
  'PUT /api/admin/pricing/plan',
  'POST /api/admin/pricing/offers',
  'PUT /api/admin/pricing/offers/:id/end',
  'POST /api/admin/people/:id/passes',
  'POST /api/admin/passes/:id/revoke',
  'POST /api/admin/people/:id/sign-out',
  'POST /api/admin/people/:id/export',
  'DELETE /api/admin/people/:id',
  'POST /api/auth/email',
  'POST /api/auth/second-factor/end',
  'DELETE /api/auth/passkeys/:id',
];

it.each(SENSITIVE)('%s needs a sign-in of the last ten minutes', async (route) => {
  const { body } = await admin.send(route, { params: { id: admin.id }, body: {} });
  expect(body).toMatchObject({ error: { code: 'fresh_sign_in_needed' } });
});

it('a stored e-mail is shown without the secrets of its links', () => {
  const message =
    'To: ida@example.org\r\n\r\nhttps://envol.example/auth?mode=3Dreset#abc=\r\nDEF/ida%40example.org\r\n' +
    '<a href=3D"https://envol.example/auth?mode=3Dlock#gh=\r\nIj" style=3D"color:#1f2a44">';
  const shown = hideLinkSecrets(message);
  expect(shown).not.toMatch(/abc|DEF|ida%40|gh|Ij/);
  expect(shown).toContain('mode=3Dreset#...');
  expect(shown).toContain('color:#1f2a44');
});
