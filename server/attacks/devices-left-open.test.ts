import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGiftCode } from '#server/features/billing/gifts/policy.ts';
import { createMailer, hideEmailSecrets } from '#server/features/mail/service.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { contract } from '#shared/contract/contract.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { isStudioAccess } from '#shared/rules/roles.ts';

// A stranger finds a browser in which an admin, or a person, signed in a while ago.

let test: TestApp;
let admin: TestPerson;
let mailFolder: string;
beforeAll(async () => {
  mailFolder = await mkdtemp(path.join(tmpdir(), 'envol-left-open-'));
  test = await createTestApp({
    files: { client: '/none', pages: '/none', renderer: '/none', mailFolder },
  });
  admin = await test.createPerson({ state: 'admin' });
  await test.db.execute(sql`update auth_sessions set created_at = now() - interval '11 minutes'`);
});
afterAll(async () => {
  await test.close();
  await rm(mailFolder, { recursive: true });
});

/** Every write of the studio about money, access or an account, but for those that change nothing of these. */
const STUDIO = (Object.values(contract) as Endpoint[])
  .filter(({ method, access }) => isStudioAccess(access) && method !== 'GET')
  .map(({ method, path }) => `${method} ${path}`)
  .filter((route) =>
    /\/(?:passes|gifts|pricing|promotions|people|tokens|webhooks|invitations)\b/.test(route),
  )
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
  const shown = hideEmailSecrets(message);
  expect(shown).not.toMatch(/abc|DEF|ida%40|gh|Ij/);
  expect(shown).toContain('mode=3Dreset#...');
  expect(shown).toContain('color:#1f2a44');
});

it('no secret of a link or of a gift is shown in the studio', async () => {
  const fresh = await test.createPerson({ state: 'admin' });
  const own = await test.createPerson();
  const asked = await fresh.call('POST /api/admin/people/:id/reset-link', {
    params: { id: own.id },
    body: { reason: 'they asked' },
  });
  await test.runJobs();
  const link = /https?:\S+mode=reset#([^\s/]+)/.exec(
    test.emails.findLast(({ to }) => to === own.email)?.text ?? '',
  );
  const secret = link?.[1] ?? 'no such letter at all';
  const code = createGiftCode();
  const id = crypto.randomUUID();
  const text = `${link?.[0]}\r\n${code}`;
  const kept = { id, to: own.email, subject: 'A gift', html: `<p>${code}`, text };
  await createMailer({ smtpUrl: null, from: 'Envol <envol@localhost>', mailFolder }).send(kept);
  const { body: email } = await fresh.call('GET /api/admin/emails/:id', { params: { id } });
  expect(email.text).toContain('mode=reset#...');
  const { body: audit } = await fresh.call('GET /api/admin/audit');
  for (const shown of [asked.body, email, audit].map((one) => JSON.stringify(one))) {
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain(code);
  }
});
