// @module-tag whole

import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { changeRole } from '#server/features/roles/writes.ts';
import { createUnconfirmedSignUpAndEmailLink } from '#server/features/identity/builtin/sign-up.ts';
import { createMailer } from '#server/features/mail/service.ts';
import { type FakeGoogle, startFakeGoogle } from '#server/testing/google.ts';
import { computeNextTotp, computeTotp } from '#server/testing/totp.ts';
import type { ExportedData } from '#shared/contract/privacy.ts';
import { SERVER_MARK_HEADERS } from '#web/lib/testing/server-replies.ts';
import { expectAccessible, hasFocus, isInViewport } from './fixtures/browser.ts';
import { startTestServer } from './fixtures/test-server.ts';
import {
  createAddress,
  waitForHeading,
  PASSWORD,
  pressButton,
  signIn,
  signUp,
} from './fixtures/steps.ts';
import {
  createTestSite,
  BROWSER_LOCALES,
  SMALL_PHONE,
  WALKED_LANGUAGES,
} from './fixtures/test-site.ts';

const NEW_PASSWORD = 'a seat over the wing, quite calm';
let google: FakeGoogle;
async function startWithGoogle() {
  google = await startFakeGoogle();
  return startTestServer({ google: google.settings });
}
afterAll(() => google.stop());
const testSite = createTestSite({ start: startWithGoogle });

/** Sends what waits to be sent; finds the link of a kind in the last email to an address. */
async function findLink(address: string, mode: string): Promise<string> {
  await testSite.server.runJobs();
  const emails = testSite.server.emails.filter(
    ({ to, text }) => to === address && text.includes(mode),
  );
  return /http:\/\/\S+/.exec(emails.at(-1)?.text ?? '')?.[0] ?? '';
}

/** The text of the element that has the focus; empty when that is the page itself. */
const readFocusedText = (page: Page) =>
  page.evaluate(() =>
    document.activeElement === document.body ? '' : (document.activeElement?.textContent ?? ''),
  );

describe.each(WALKED_LANGUAGES)('in %s', (language) => {
  const openDevice = () =>
    testSite.openVisitor({ language, locale: BROWSER_LOCALES[language], acceptDownloads: true });

  it('a forgotten password is replaced through the email, and the old one opens nothing', async () => {
    const { page, visitor, t } = await openDevice();
    const email = createAddress('way-back');
    await page.goto('/auth?mode=sign-up');
    await signUp(visitor, email);
    await waitForHeading(visitor, 'onboarding:name.title');
    await page.context().clearCookies();

    await page.goto('/auth');
    await page.getByRole('link', { name: t('auth:forgotten') }).click();
    await waitForHeading(visitor, 'auth:forgot.title');
    await expectAccessible(page, 'forgotten password');
    await page.getByLabel(t('auth:email'), { exact: true }).fill(email);
    await pressButton(visitor, 'auth:forgot.submit');
    await page.getByText(t('auth:forgot.sent', { email })).waitFor();
    await expect.poll(() => readFocusedText(page)).toContain(t('auth:forgot.sent', { email }));

    await page.goto(await findLink(email, 'mode=reset'));
    await waitForHeading(visitor, 'auth:reset.title');
    await page.waitForURL((url) => url.hash === '');
    await expectAccessible(page, 'new password');
    const username = page.locator('input[autocomplete=username]');
    await expect.poll(() => username.inputValue()).toBe(email);
    await page.getByLabel(t('auth:reset.label'), { exact: true }).fill(NEW_PASSWORD);
    await pressButton(visitor, 'auth:reset.submit');
    await page.getByText(t('auth:reset.done')).waitFor();
    await expect.poll(() => readFocusedText(page)).toContain(t('auth:reset.done'));

    await page
      .getByRole('main')
      .getByRole('link', { name: t('auth:signIn.submit') })
      .click();
    await signIn(visitor, email);
    await page.getByText(t('errors:wrong_credentials')).waitFor();
    await page.getByLabel(t('auth:password'), { exact: true }).fill(NEW_PASSWORD);
    await pressButton(visitor, 'auth:signIn.submit');
    await waitForHeading(visitor, 'onboarding:name.title');
  });

  it('whoever did not change the password locks the account by the link in the email about it', async () => {
    const { page, visitor, t } = await openDevice();
    const person = await testSite.createPerson({ language });
    const change = { currentPassword: PASSWORD, password: NEW_PASSWORD };
    await person.call('POST /api/auth/password', { body: change });
    await page.goto(await findLink(person.email, 'mode=lock'));
    await waitForHeading(visitor, 'auth:lock.title');
    await expectAccessible(page, 'the lock of an account');
    // Where Firebase signs people in, Firebase sends the link to a new password (decision 116).
    const { email } = person;
    await page.route('**/api/auth/lock', (route) =>
      route.fulfill({ headers: SERVER_MARK_HEADERS, json: { token: null, email } }),
    );
    const sent = page.waitForRequest('**/api/auth/forgot');
    await pressButton(visitor, 'auth:lock.submit');
    expect((await sent).postDataJSON()).toMatchObject({ email, language });
    await page.getByText(t('auth:lock.sent', { email })).waitFor();
    await page.unroute('**/api/auth/lock');

    await pressButton(visitor, 'auth:lock.submit');
    await page.getByText(t('auth:lock.done')).waitFor();
    expect((await person.call('GET /api/users/me')).status).toBe(401);
    await page.getByLabel(t('auth:reset.label'), { exact: true }).fill(`${NEW_PASSWORD} again`);
    await pressButton(visitor, 'auth:reset.submit');
    await page.getByText(t('auth:reset.done')).waitFor();
  });

  it('a link that works no more says so where the focus is, and leads on', async () => {
    const { page, visitor, t } = await openDevice();
    await page.goto(`/auth?mode=reset#${'x'.repeat(32)}`);
    await page.getByLabel(t('auth:reset.label'), { exact: true }).fill(NEW_PASSWORD);
    await pressButton(visitor, 'auth:reset.submit');
    await page.getByText(t('errors:link_expired')).waitFor();
    await expect.poll(() => readFocusedText(page)).toContain(t('errors:link_expired'));
    await expectAccessible(page, 'a dead link');
    await page.keyboard.press('Tab');
    await expect.poll(() => readFocusedText(page)).toBe(t('auth:reset.again'));
  });

  it('a sign-up that an email confirms is signed in, with the password of whoever opened the email', async () => {
    const { page, visitor, t } = await openDevice();
    const own = createAddress('by-email');
    const { app, db } = testSite.server;
    const given = { email: own, name: '', language };
    await createUnconfirmedSignUpAndEmailLink(app.dependencies, db, given);
    await page.goto(await findLink(own, 'mode=confirm-sign-up'));
    await waitForHeading(visitor, 'auth:confirmSignUp.title');
    await expectAccessible(page, 'opening an account');
    const username = page.locator('input[autocomplete=username]');
    await expect.poll(() => username.inputValue()).toBe(own);
    await page.getByLabel(t('auth:confirmSignUp.label'), { exact: true }).fill(PASSWORD);
    await pressButton(visitor, 'auth:confirmSignUp.submit');
    await waitForHeading(visitor, 'onboarding:name.title');
  });

  it('from the profile address and password change, other devices are signed out, data are downloaded however many, all of which is listed, and all is erased', async () => {
    const here = await openDevice();
    const there = await openDevice();
    const { page, visitor, t } = here;
    const own = createAddress('profile');
    const person = await testSite.createPerson({ language, name: 'Ada', email: own });
    await testSite.authenticate(page, person);
    await there.page.goto('/auth');
    await signIn(there.visitor, own);
    await there.page.getByRole('heading', { level: 1, name: /Ada/ }).waitFor();

    await page.goto('/profile?tab=settings');
    await waitForHeading(visitor, 'profile:title');
    await page.getByText(t('security:sessions.current'), { exact: true }).waitFor();
    await pressButton(visitor, 'security:sessions.endOthers');
    await page.getByRole('button', { name: t('security:sessions.endOthers') }).waitFor({
      state: 'detached',
    });
    await there.page.goto('/profile');
    await there.page.getByRole('heading', { level: 1, name: t('ui:notFound.title') }).waitFor();

    const moved = createAddress('moved');
    await pressButton(visitor, 'security:email.open');
    await page.getByLabel(t('security:email.label')).fill(moved);
    await page.getByLabel(t('security:currentPassword')).fill(PASSWORD);
    await expectAccessible(page, 'profile with a form open');
    await pressButton(visitor, 'security:email.submit');
    await page.getByText(t('security:email.sent', { email: moved })).waitFor();
    await page.goto(await findLink(moved, 'mode=confirm-email'));
    await pressButton(visitor, 'auth:confirmEmail.submit');
    await page.getByText(t('auth:confirmEmail.done')).waitFor();
    await page.goto('/profile');
    await page.getByText(moved).first().waitFor();

    await page.goto('/profile?tab=settings');
    await pressButton(visitor, 'security:data.export');
    await page.getByLabel(t('security:currentPassword')).fill(PASSWORD);
    const download = async (button: 'exportSubmit' | 'exportFile') => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        pressButton(visitor, `security:data.${button}`),
      ]);
      return JSON.parse(await readFile(await file.path(), 'utf8')) as ExportedData;
    };
    expect((await download('exportSubmit')).tables['assessments']).toHaveLength(1);

    // More than is sent at once.
    const rows = 20_001;
    await testSite.server.db.execute(sql`
      insert into practices (user_id, id, pattern, started_at, ended_at, practised_ms, time_zone)
      select ${person.id}, gen_random_uuid(), 'box', now(), now(), 1, 'Europe/Paris'
      from generate_series(1, ${rows}::integer)`);
    await pressButton(visitor, 'security:data.export');
    await page.getByLabel(t('security:currentPassword')).fill(PASSWORD);
    await pressButton(visitor, 'security:data.exportSubmit');
    await page.getByText(t('security:data.preparing')).waitFor();
    await testSite.server.runJobs();
    await page.getByRole('button', { name: t('security:data.exportFile') }).waitFor();
    await expectAccessible(page, 'data that are ready to be downloaded');
    expect((await download('exportFile')).tables['practices']).toHaveLength(rows);

    await pressButton(visitor, 'security:password.open');
    await page.getByLabel(t('security:currentPassword')).fill(PASSWORD);
    await page.getByLabel(t('security:password.label'), { exact: true }).fill(NEW_PASSWORD);
    await pressButton(visitor, 'security:password.submit');
    await page.getByText(t('security:password.changed')).first().waitFor();
    await pressButton(visitor, 'security:events.more');
    const kinds = [
      'password_changed',
      'data_exported',
      'data_exported',
      'email_changed',
      'email_change_asked',
      'other_sessions_ended',
      'signed_in_new_device',
      'signed_in',
    ] as const;
    const heading = page.getByRole('heading', { name: t('security:events.heading') });
    const events = page.locator('section', { has: heading }).locator('li > p:first-child');
    await expect
      .poll(() => events.allTextContents())
      .toEqual(kinds.map((kind) => t(`security:events.${kind}`)));

    await pressButton(visitor, 'security:data.erase');
    await page.getByLabel(t('security:erase.email')).fill(moved);
    const password = page.getByRole('dialog').getByLabel(t('security:currentPassword'));
    await page.setViewportSize(SMALL_PHONE.viewport);
    await password.fill('not my password');
    await pressButton(visitor, 'security:erase.submit');
    const fault = page.getByText(t('security:wrongPassword'));
    await fault.waitFor();
    expect(await isInViewport(fault), 'the fault lies above the buttons').toBe(true);
    expect(await hasFocus(password)).toBe(true);
    await password.fill(NEW_PASSWORD);
    await expectAccessible(page, 'erasing the account');
    await pressButton(visitor, 'security:erase.submit');
    await page.waitForURL(`${testSite.server.url}/?lang=${language}`);
    await page.getByText(t('landing:goodbye')).waitFor();
    await expectAccessible(page, 'the goodbye');
    await page.goto('/auth');
    await signIn(visitor, moved);
    await page.getByText(t('errors:wrong_credentials')).waitFor();
  });

  it('Google signs in, and leads to where the person was going', async () => {
    const email = createAddress('google');
    google.setClaims({ sub: email, email, name: 'Grace' });
    const { page, visitor } = await openDevice();
    await page.goto('/auth');
    await pressButton(visitor, 'auth:google');
    await waitForHeading(visitor, 'onboarding:name.title');
  });

  it('Google leads to nobody else’s account, and says so', async () => {
    const { email } = await testSite.createPerson();
    google.setClaims({ sub: createAddress('google-else'), email });
    const { page, visitor } = await openDevice();
    await page.goto('/auth');
    await pressButton(visitor, 'auth:google');
    await page.getByText(visitor.t('auth:googleRefused')).waitFor();
  });
});

it('the first signed-in person after a load is told of once, and again after another load', async () => {
  const { page, visitor } = await testSite.openVisitor();
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/customerio/sign-in')) calls += 1;
  });
  const { email } = await testSite.createPerson();
  await page.goto('/auth');
  await signIn(visitor, email);
  await page
    .getByRole('link', { name: visitor.t('app:nav.profile') })
    .first()
    .click();
  await waitForHeading(visitor, 'profile:title');
  await expect.poll(() => calls).toBe(1);
  await page.reload();
  await waitForHeading(visitor, 'profile:title');
  await expect.poll(() => calls).toBe(2);
});

it('an admin reads who was made an admin, and e-mails that were not sent', async () => {
  const { page, t } = await testSite.openVisitor();
  const admin = await testSite.createPerson({ state: 'admin', email: createAddress('chief') });
  const somebody = await testSite.createPerson();
  const change = { userId: somebody.id, role: 'admin' as const, actorId: null };
  await changeRole(testSite.server.db, change, testSite.server.clock());
  const id = crypto.randomUUID();
  const { mailFolder } = testSite.server.app.dependencies.files;
  const email = {
    id,
    to: 'ada@example.org',
    subject: 'Any subject',
    html: '<p>Hello',
    text: 'Hello',
  };
  await createMailer({ smtpUrl: null, from: 'Envol <envol@localhost>', mailFolder }).send(email);

  await testSite.authenticate(page, admin);
  await page.goto('/admin');
  await page.getByText(t('admin:audit.actions.role.grant')).first().waitFor();
  await page.getByText(somebody.email).waitFor();
  await page.getByText(t('admin:audit.by', { who: t('admin:audit.commandLine') })).waitFor();
  await page.locator('summary').last().click();
  await page.getByText('Any subject', { exact: true }).waitFor();
  await page.getByText('Hello', { exact: true }).waitFor();
  await expectAccessible(page, 'the studio');
});

/** Gives a browser an authenticator that consents at once. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

it('two-step sign-in is asked of admins before the studio, turned on in the profile, and then asks for a code or a passkey', async () => {
  const here = await testSite.openVisitor({ language: 'en' });
  const there = await testSite.openVisitor({ language: 'en' });
  const { page, visitor, t } = here;
  const email = createAddress('careful');
  const person = await testSite.createPerson({ language: 'en', name: 'Ada', email });
  const change = { userId: person.id, role: 'admin' as const, actorId: null };
  await changeRole(testSite.server.db, change, testSite.server.clock());
  await testSite.authenticate(page, person);
  await page.goto('/admin');
  await page.getByText(t('errors:second_factor_required')).first().waitFor();
  await expectAccessible(page, 'the studio before two-step sign-in');
  await page.getByRole('link', { name: t('admin:secondFactor') }).click();
  await pressButton(visitor, 'security:secondFactor.open');
  await page.getByLabel(t('security:currentPassword')).fill(PASSWORD);
  await pressButton(visitor, 'security:secondFactor.begin');
  const link = page.getByRole('link', { name: t('security:secondFactor.link') });
  const uri = (await link.getAttribute('href')) ?? '';
  await page.getByRole('img', { name: t('security:secondFactor.picture') }).waitFor();
  await expectAccessible(page, 'the key of two-step sign-in');
  await page.getByLabel(t('security:secondFactor.code')).fill(computeTotp(uri));
  await pressButton(visitor, 'security:secondFactor.confirm');
  await page.getByRole('button', { name: t('security:secondFactor.close') }).waitFor();
  await page.goto('/admin');
  await page.getByText(t('admin:audit.heading')).waitFor();

  // Passkeys belong to a name, never to an address in numbers.
  const site = testSite.server.url.replace('127.0.0.1', 'localhost');
  const enter = async () => {
    await there.page.goto(`${site}/auth`);
    await signIn(there.visitor, email);
    await there.page.getByLabel(t('auth:code')).waitFor();
  };
  const waitUntilIn = () => there.page.getByRole('heading', { level: 1, name: /Ada/ }).waitFor();
  await enter();
  await there.page.getByLabel(t('auth:code')).fill(computeNextTotp(uri));
  await expectAccessible(there.page, 'signing in with a code');
  await pressButton(there.visitor, 'auth:signIn.submit');
  await waitUntilIn();

  await plugInAuthenticator(there.page);
  await there.page.goto(`${site}/profile?tab=settings`);
  await pressButton(there.visitor, 'security:passkeys.open');
  await there.page.getByLabel(t('security:currentPassword')).fill(PASSWORD);
  await pressButton(there.visitor, 'security:passkeys.begin');
  const rename = /^Rename /;
  await there.page.getByRole('button', { name: rename }).click();
  await there.page.getByLabel(t('security:passkeys.name')).fill('My laptop');
  await pressButton(there.visitor, 'security:passkeys.save');
  await there.page.getByText('My laptop', { exact: true }).waitFor();
  await expectAccessible(there.page, 'the profile with a passkey');
  await there.page.context().clearCookies();
  await enter();
  await expectAccessible(there.page, 'signing in with a passkey');
  await pressButton(there.visitor, 'auth:passkey.use');
  await waitUntilIn();
  await there.page.goto(`${site}/profile?tab=settings`);
  await there.page
    .getByRole('button', { name: t('security:passkeys.removeLabel', { name: 'My laptop' }) })
    .click();
  await there.page.getByText('My laptop', { exact: true }).waitFor({ state: 'detached' });
});
