import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { changeRole } from '#server/features/account/roles/writes.ts';
import { holdSignUp } from '#server/features/identity/builtin/writes.ts';
import { createMailer } from '#server/features/mail/service.ts';
import { type GoogleStandIn, startGoogle } from '#server/testing/google.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { startSite } from './fixtures/site.ts';
import { arriveAt, PASSWORD, press, signIn, signUp } from './fixtures/steps.ts';
import { aWorld, LOCALES } from './fixtures/world.ts';

const NEW_PASSWORD = 'a seat over the wing, quite calm';
let google: GoogleStandIn;
/** The site, with Google on this machine. */
async function startWithGoogle() {
  google = await startGoogle();
  return startSite({ google: google.settings });
}
afterAll(() => google.stop());
const world = aWorld({ start: startWithGoogle });

/** The link of this kind in the letter to an address, once it was sent. */
async function linkTo(address: string, mode: string): Promise<string> {
  await world.site.workOff();
  const letters = world.site.letters.filter(
    ({ to, text }) => to === address && text.includes(mode),
  );
  return /http:\/\/\S+/.exec(letters.at(-1)?.text ?? '')?.[0] ?? '';
}

/** The words of what has the focus; nothing when it fell to the page itself. */
const focused = (page: Page) =>
  page.evaluate(() =>
    document.activeElement === document.body ? '' : (document.activeElement?.textContent ?? ''),
  );

describe.each(['en', 'fr'] as const)('in %s', (language) => {
  const email = `way-back-${language}@example.org`;
  const visitOf = () =>
    world.stranger({ language, locale: LOCALES[language], acceptDownloads: true });

  it('a forgotten password is replaced through the letter, and the old one opens nothing', async () => {
    const { page, visit, say, complaints, close } = await visitOf();
    await page.goto('/auth?mode=sign-up');
    await signUp(visit, email);
    await arriveAt(visit, 'onboarding:name.title');
    await page.context().clearCookies();

    await page.goto('/auth');
    await page.getByRole('link', { name: say('auth:forgotten') }).click();
    await arriveAt(visit, 'auth:forgot.title');
    await expectAccessible(page, 'forgotten password');
    await page.getByLabel(say('auth:email'), { exact: true }).fill(email);
    await press(visit, 'auth:forgot.submit');
    await page.getByText(say('auth:forgot.sent', { email })).waitFor();
    await expect.poll(() => focused(page)).toContain(say('auth:forgot.sent', { email }));

    await page.goto(await linkTo(email, 'mode=reset'));
    await arriveAt(visit, 'auth:reset.title');
    await page.waitForURL((url) => url.hash === '');
    await expectAccessible(page, 'new password');
    const username = page.locator('input[autocomplete=username]');
    await expect.poll(() => username.inputValue()).toBe(email);
    await page.getByLabel(say('auth:reset.label'), { exact: true }).fill(NEW_PASSWORD);
    await press(visit, 'auth:reset.submit');
    await page.getByText(say('auth:reset.done')).waitFor();
    await expect.poll(() => focused(page)).toContain(say('auth:reset.done'));

    await page
      .getByRole('main')
      .getByRole('link', { name: say('auth:signIn.submit') })
      .click();
    await signIn(visit, email);
    await page.getByText(say('errors:wrong_credentials')).waitFor();
    await page.getByLabel(say('auth:password'), { exact: true }).fill(NEW_PASSWORD);
    await press(visit, 'auth:signIn.submit');
    await arriveAt(visit, 'onboarding:name.title');
    expect(complaints).toEqual([]);
    await close();
  });

  it('a link that works no more says so where the focus is, and leads on', async () => {
    const { page, visit, say, complaints, close } = await visitOf();
    await page.goto(`/auth?mode=reset#${'x'.repeat(32)}`);
    await page.getByLabel(say('auth:reset.label'), { exact: true }).fill(NEW_PASSWORD);
    await press(visit, 'auth:reset.submit');
    await page.getByText(say('errors:link_expired')).waitFor();
    await expect.poll(() => focused(page)).toContain(say('errors:link_expired'));
    await expectAccessible(page, 'a dead link');
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe(say('auth:reset.again'));
    expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([]);
    await close();
  });

  it('a sign-up that a letter confirms has the password of whoever opened the letter', async () => {
    const { page, visit, say, complaints, close } = await visitOf();
    const own = `by-letter-${language}@example.org`;
    await holdSignUp(world.site.app.dependencies, world.site.db, {
      email: own,
      name: '',
      language,
    });
    await page.goto(await linkTo(own, 'mode=confirm-sign-up'));
    await arriveAt(visit, 'auth:confirmSignUp.title');
    await expectAccessible(page, 'opening an account');
    const username = page.locator('input[autocomplete=username]');
    await expect.poll(() => username.inputValue()).toBe(own);
    await page.getByLabel(say('auth:confirmSignUp.label'), { exact: true }).fill(PASSWORD);
    await press(visit, 'auth:confirmSignUp.submit');
    await page.getByText(say('auth:confirmSignUp.done')).waitFor();
    await expect.poll(() => focused(page)).toContain(say('auth:confirmSignUp.done'));
    await page
      .getByRole('main')
      .getByRole('link', { name: say('auth:signIn.submit') })
      .click();
    await signIn(visit, own);
    await arriveAt(visit, 'onboarding:name.title');
    expect(complaints).toEqual([]);
    await close();
  });

  it('from the profile the address changes, other devices are signed out, and all is erased', async () => {
    const [here, there] = [await visitOf(), await visitOf()];
    const { page, visit, say } = here;
    const own = `profile-${language}@example.org`;
    const person = await world.person({ language, name: 'Ada', email: own });
    await world.signIn(page, person);
    await there.page.goto('/auth');
    await signIn(there.visit, own);
    await there.page.getByRole('heading', { level: 1, name: /Ada/ }).waitFor();

    await page.goto('/profile?tab=settings');
    await arriveAt(visit, 'profile:title');
    await page.getByText(say('security:sessions.current'), { exact: true }).waitFor();
    await press(visit, 'security:sessions.endOthers');
    await page.getByRole('button', { name: say('security:sessions.endOthers') }).waitFor({
      state: 'detached',
    });
    await there.page.goto('/profile');
    await there.page.getByRole('heading', { level: 1, name: say('ui:notFound.title') }).waitFor();

    const moved = `moved-${language}@example.org`;
    await press(visit, 'security:email.open');
    await page.getByLabel(say('security:email.label')).fill(moved);
    await page.getByLabel(say('security:currentPassword')).fill(PASSWORD);
    await expectAccessible(page, 'profile with a form open');
    await press(visit, 'security:email.submit');
    await page.getByText(say('security:email.sent', { email: moved })).waitFor();
    await page.goto(await linkTo(moved, 'mode=confirm-email'));
    await press(visit, 'auth:confirmEmail.submit');
    await page.getByText(say('auth:confirmEmail.done')).waitFor();
    await page.goto('/profile');
    await page.getByText(moved).first().waitFor();

    await page.goto('/profile?tab=settings');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(visit, 'security:data.export'),
    ]);
    const file = JSON.parse(await readFile(await download.path(), 'utf8')) as {
      tables: Record<string, unknown[]>;
    };
    expect(file.tables['assessments']).toHaveLength(1);

    await press(visit, 'security:data.erase');
    await page.getByLabel(say('security:erase.email')).fill(moved);
    await page.getByRole('dialog').getByLabel(say('security:currentPassword')).fill(PASSWORD);
    await expectAccessible(page, 'erasing the account');
    await press(visit, 'security:erase.submit');
    await page.waitForURL(`${world.site.url}/`);
    await page.goto('/auth');
    await signIn(visit, moved);
    await page.getByText(say('errors:wrong_credentials')).waitFor();
    expect([...here.complaints, ...there.complaints]).toEqual([]);
    await here.close();
    await there.close();
  });

  it('Google signs in, and leads to where the person was going', async () => {
    google.says({
      sub: `google-${language}`,
      email: `google-${language}@example.org`,
      name: 'Grace',
    });
    const { page, visit, complaints, close } = await visitOf();
    await page.goto('/auth');
    await press(visit, 'auth:google');
    await arriveAt(visit, 'onboarding:name.title');
    expect(complaints).toEqual([]);
    await close();
  });

  it('Google leads to nobody else’s account, and says so', async () => {
    google.says({ sub: `google-else-${language}`, email });
    const { page, visit, close } = await visitOf();
    await page.goto('/auth');
    await press(visit, 'auth:google');
    await page.getByText(visit.say('auth:googleRefused')).waitFor();
    await close();
  });
});

it('the first signed-in person after a load is told of once, and again after another load', async () => {
  const { page, visit, close } = await world.stranger();
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/customerio/sign-in')) calls += 1;
  });
  const { email } = await world.person();
  await page.goto('/auth');
  await signIn(visit, email);
  await page
    .getByRole('link', { name: visit.say('app:nav.profile') })
    .first()
    .click();
  await arriveAt(visit, 'profile:title');
  await expect.poll(() => calls).toBe(1);
  await page.reload();
  await arriveAt(visit, 'profile:title');
  await expect.poll(() => calls).toBe(2);
  await close();
});

it('an admin reads who was made an admin, and letters that nobody sends', async () => {
  const { page, say, complaints, close } = await world.stranger();
  const admin = await world.person({ state: 'admin', email: 'chief@example.org' });
  const somebody = await world.person();
  const change = { userId: somebody.id, role: 'admin' as const, actorId: null };
  await changeRole(world.site.db, change, world.site.clock());
  const id = crypto.randomUUID();
  const { outbox } = world.site.app.dependencies.files;
  const post = { id, to: 'ada@example.org', subject: 'A letter', html: '<p>Hello', text: 'Hello' };
  await createMailer({ smtpUrl: null, from: 'Envol <envol@localhost>', outbox }).send(post);

  await world.signIn(page, admin);
  await page.goto('/admin');
  await page.getByText('role.grant').waitFor();
  await page.getByText(somebody.email).waitFor();
  await page.getByText(say('admin:audit.by', { who: say('admin:audit.commandLine') })).waitFor();
  await page.locator('summary').first().click();
  await page.getByText('Subject: A letter').waitFor();
  await expectAccessible(page, 'the studio');
  expect(complaints).toEqual([]);
  await close();
});
