import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hideLinkSecrets } from '#server/features/mail/service.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { contract } from '#shared/contract/contract.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { isStudioAccess } from '#shared/rules/roles.ts';

// Somebody finds a browser in which an admin, or a person, signed in a while ago.

let test: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  admin = await test.createPerson({ state: 'admin' });
  await test.db.execute(sql`update auth_sessions set created_at = now() - interval '11 minutes'`);
});
afterAll(() => test.close());

/** Every write of the studio about money, access or an account, but for those that change nothing of these. */
const STUDIO = (Object.values(contract) as Endpoint[])
  .filter(({ method, access }) => isStudioAccess(access) && method !== 'GET')
  .map(({ method, path }) => `${method} ${path}`)
  .filter((route) => /\/(?:passes|gifts|pricing|promotions|people|tokens)\b/.test(route))
  .filter(
    (route) =>
      !/\/(?:people\/(?:search|list)|passes\/sync|emails\/resend|tokens\/:id\/revoke)$/.test(route),
  );
const SENSITIVE = [
  ...STUDIO,
  'GET /api/admin/emails/:id',
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
