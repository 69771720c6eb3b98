// @module-tag whole

import { eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gifts } from '#server/features/billing/gifts/table.ts';
import { listPasses } from '#server/features/billing/reads.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { addPasskey } from '#server/testing/authenticator.ts';
import { getRequestedPasswordHashCount } from '#server/testing/password-cache.ts';
import { type TestPerson, PASSWORD } from '#server/testing/people.ts';
import {
  createStripeSite,
  parseCheckoutSessionId,
  type StripeSite,
} from '#server/testing/stripe/site.ts';
import { computeTotp } from '#server/testing/totp.ts';
import { GIFT_CONSENT_VERSION } from '#shared/contract/gifts.ts';

// An attacker signs up with an address that is not theirs, or holds an account for a while.

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const STRANGER = 'a password that nobody guesses';
const OWNER = 'the window seat before sunrise';
let count = 0;
const createEmail = () => `owner-${(count += 1)}@example.org`;

type Browser = ReturnType<TestApp['createBrowser']>;
const signUp = (browser: Browser, email: string, password: string) =>
  browser.call('POST /api/auth/sign-up', {
    body: { email, password, name: 'Ida', language: 'en', botToken: 'x' },
  });
const signIn = (browser: Browser, email: string, password: string, code?: string) =>
  browser.call('POST /api/auth/sign-in', { body: { email, password, ...(code && { code }) } });
async function enter(email: string, password: string) {
  const browser = test.createBrowser();
  expect(await signUp(browser, email, password)).toMatchObject({ status: 200 });
  return { browser, reply: await signIn(browser, email, password) };
}
/** The secret behind the `#` of the latest e-mail to an address whose text matches. */
async function readLink(email: string, mode: string): Promise<string> {
  await test.runJobs();
  const letter = test.emails.findLast(
    ({ to, text }) => to === email && text.includes(`mode=${mode}#`),
  );
  return (
    new RegExp(`mode=${mode}#([^\\s/]+)`).exec(letter?.text ?? '')?.[1] ?? 'no such letter at all'
  );
}
const confirm = (browser: Browser, token: string) =>
  browser.call('POST /api/auth/email/confirm', { body: { token } });
async function resetPassword(email: string, password: string): Promise<number> {
  await test
    .createBrowser()
    .call('POST /api/auth/forgot', { body: { email, language: 'en', botToken: 'x' } });
  const token = await readLink(email, 'reset');
  const reset = { body: { token, password } };
  return (await test.createBrowser().call('POST /api/auth/reset', reset)).status;
}

describe('an address that nobody confirmed', () => {
  it('turns on no second factor, and its owner’s reset takes away one from before with every session', async () => {
    const email = createEmail();
    const { browser } = await enter(email, STRANGER);
    const current = { body: { currentPassword: STRANGER } };
    for (const route of ['POST /api/auth/second-factor', 'POST /api/auth/passkeys/begin'] as const)
      expect((await browser.call(route, current)).body.error?.code, route).toBe(
        'email_unconfirmed',
      );
    // Turned on before addresses had to be confirmed.
    await test.db.execute(
      sql`update auth_users set two_factor_enabled = true where email = ${email}`,
    );
    expect(await resetPassword(email, OWNER)).toBe(200);
    expect((await browser.call('GET /api/auth/sessions')).status).toBe(401);
    expect((await signIn(test.createBrowser(), email, OWNER)).status).toBe(200);
  });

  it('keeps no passkey and no session of a stranger once its owner has reset the password', async () => {
    const email = createEmail();
    const stranger = await test.createPerson({ email });
    const listPasskeys = async (browser: Browser) =>
      (await browser.call('GET /api/auth/passkeys')).body.passkeys.map(({ id }) => id);
    const id = await addPasskey(stranger);
    expect(await listPasskeys(stranger)).toEqual([id]);
    // Added before addresses had to be confirmed.
    await test.db.execute(sql`update auth_users set email_verified = false where email = ${email}`);
    expect(await resetPassword(email, OWNER)).toBe(200);
    const owner = test.createBrowser();
    expect((await signIn(owner, email, OWNER)).status).toBe(200);
    expect(await listPasskeys(owner)).toEqual([]);
    expect((await stranger.call('GET /api/auth/sessions')).status).toBe(401);
  });

  it('asks no private question, and gets no e-mail but the one that confirms it', async () => {
    const own = await test.createPerson({ isConfirmed: false });
    const body = { id: v7(), contentId: null, text: 'A question' };
    const asked = await own.call('POST /api/support/questions', { body });
    expect(asked.body.error?.code).toBe('email_unconfirmed');
    await signIn(test.createBrowser(), own.email, PASSWORD);
    await test.runJobs();
    expect(test.emails.filter(({ to }) => to === own.email)).toEqual([]);
    const language = { body: { language: 'en' } };
    await own.call('POST /api/auth/email/confirmation', language);
    const other = test.createBrowser();
    expect((await confirm(other, await readLink(own.email, 'confirm-email'))).status).toBe(200);
    expect((await own.call('GET /api/users/me')).body.emailConfirmed).toBe(true);
    expect(
      (await own.call('POST /api/auth/second-factor', { body: { currentPassword: PASSWORD } }))
        .status,
    ).toBe(200);
  });

  it('erases and exports nothing that belongs to whom the address belongs', async () => {
    const email = createEmail();
    await test.db.execute(
      sql`insert into waitlist (email, language, created_at) values (${email}, 'en', now())`,
    );
    const own = await test.createPerson({ email, isConfirmed: false });
    const erased = await own.call('DELETE /api/users/me', {
      body: { email, currentPassword: PASSWORD },
    });
    expect(erased.status).toBe(200);
    const { rows } = await test.db.execute(sql`select 1 from waitlist where email = ${email}`);
    expect(rows).toHaveLength(1);
  });
});

describe('signing up and then in', () => {
  it('tells nobody whether an address is known', async () => {
    const owner = await test.createPerson();
    const replies = [];
    for (const email of [owner.email, createEmail()]) {
      const { browser, reply } = await enter(email, STRANGER);
      const { uid } = reply.body;
      const profile = await browser.call('POST /api/users', {
        body: {
          firebaseUid: uid,
          name: 'Ida',
          email,
          signUpMethod: 'email',
          onboardingComplete: false,
          preferredLanguage: 'en',
        },
      });
      const again = await signIn(test.createBrowser(), email, STRANGER);
      const wrong = await signIn(browser, email, 'another password of mine');
      const resent = await browser.call('POST /api/auth/email/confirmation', {
        body: { language: 'en' },
      });
      replies.push([
        reply.status,
        reply.body.email === email,
        profile.status,
        profile.body.email === email,
        profile.body.emailConfirmed,
        again.status,
        wrong.status,
        resent.status,
      ]);
    }
    expect(replies[0]).toEqual(replies[1]);
    expect(replies[0]).toEqual([200, true, 201, true, false, 200, 401, 200]);
    // The owner's account is as it was, and their e-mail brings no link that would confirm the other one.
    expect((await signIn(test.createBrowser(), owner.email, PASSWORD)).body).toMatchObject({
      uid: owner.uid,
    });
    expect(await readLink(owner.email, 'confirm-email')).toBe('no such letter at all');
  });

  it('takes as many hashes of passwords, however often an address is claimed: time tells nobody either', async () => {
    const owner = await test.createPerson();
    const unconfirmed = await test.createPerson({ isConfirmed: false });
    const countHashes = async (work: () => Promise<{ status: number }>) => {
      const before = getRequestedPasswordHashCount();
      const { status } = await work();
      return [status, getRequestedPasswordHashCount() - before];
    };
    const counts = [];
    for (const email of [createEmail(), owner.email, unconfirmed.email]) {
      const own = [];
      for (const round of [1, 2, 3, 4]) {
        const password = `${STRANGER}, try ${round}`;
        own.push(await countHashes(() => signUp(test.createBrowser(), email, password)));
        own.push(await countHashes(() => signIn(test.createBrowser(), email, 'not the password')));
        own.push(await countHashes(() => signIn(test.createBrowser(), email, password)));
      }
      counts.push(own);
    }
    expect(counts[1]).toEqual(counts[0]);
    expect(counts[2]).toEqual(counts[0]);
  });

  it('gives an address to its owner, however often strangers have claimed it before', async () => {
    const email = createEmail();
    const { browser: stranger, reply: first } = await enter(email, STRANGER);
    const { browser: owner, reply } = await enter(email, OWNER);
    expect(reply.body.uid).not.toBe(first.body.uid);
    expect((await confirm(owner, await readLink(email, 'confirm-email'))).status).toBe(200);
    const again = await signIn(test.createBrowser(), email, OWNER);
    expect(again.body).toMatchObject({ uid: reply.body.uid, email });
    expect(await resetPassword(email, 'yet another window seat')).toBe(200);
    const reset = await signIn(test.createBrowser(), email, 'yet another window seat');
    expect(reset.body.uid).toBe(reply.body.uid);
    // The stranger keeps what they wrote, and can confirm nothing.
    const { status, body } = await signIn(stranger, email, STRANGER);
    expect([status, body.uid]).toEqual([200, first.body.uid]);
  });
});

describe('what is done to the security of an account is told at once, with a link that locks it', () => {
  it('passkeys, two-step sign-in, a recovery code and a new device', async () => {
    const own = await test.createPerson();
    const current = { body: { currentPassword: PASSWORD } };
    const { uri, recoveryCodes } = (await own.call('POST /api/auth/second-factor', current)).body;
    await own.call('POST /api/auth/second-factor/confirm', { body: { code: computeTotp(uri) } });
    await signIn(test.createBrowser(), own.email, PASSWORD, recoveryCodes[0]);
    const params = { id: await addPasskey(own) };
    await own.call('DELETE /api/auth/passkeys/:id', { params });
    await own.call('POST /api/auth/second-factor/end', current);
    await test.runJobs();
    const letters = test.emails.filter(({ to }) => to === own.email);
    expect(letters.map(({ subject }) => subject).toSorted()).toEqual([
      'A new device signed in to your Envol account',
      'A passkey was added to your Envol account',
      'A passkey was removed from your Envol account',
      'A recovery code opened your Envol account',
      'Two-step sign-in is off for your Envol account',
      'Two-step sign-in is on for your Envol account',
    ]);
    for (const { subject, text } of letters) expect(text, subject).toMatch(/mode=lock#\S{20}/);
  });

  it('a change of address: the former one locks the account and has it back', async () => {
    const owner = await test.createPerson();
    const taken = createEmail();
    const asked = await owner.call('POST /api/auth/email', {
      body: { email: taken, currentPassword: PASSWORD },
    });
    expect(asked.status).toBe(200);
    const other = test.createBrowser();
    await signIn(other, owner.email, PASSWORD);
    expect((await confirm(owner, await readLink(taken, 'confirm-email'))).status).toBe(200);
    // Every other device is signed out.
    expect((await other.call('GET /api/auth/sessions')).status).toBe(401);
    expect((await owner.call('GET /api/auth/sessions')).status).toBe(200);
    const link = await readLink(owner.email, 'lock');
    const browser = test.createBrowser();
    const locked = await browser.call('POST /api/auth/lock', { body: { token: link } });
    expect(locked.body).toMatchObject({ email: owner.email });
    expect((await owner.call('GET /api/auth/sessions')).status).toBe(401);
    for (const email of [taken, owner.email])
      expect((await signIn(test.createBrowser(), email, PASSWORD)).status).toBe(401);
    const reset = { body: { token: locked.body.token, password: OWNER } };
    expect((await browser.call('POST /api/auth/reset', reset)).status).toBe(200);
    expect((await signIn(test.createBrowser(), owner.email, OWNER)).body.uid).toBe(owner.uid);
    const again = await browser.call('POST /api/auth/lock', { body: { token: link } });
    expect(again.body.error?.code).toBe('link_expired');
  });
});

describe('orders of an account whose address nobody confirmed', () => {
  const RUDE = 'Call 555 0100 or lose it';
  let shop: StripeSite;
  let stranger: TestPerson;
  beforeAll(async () => {
    // In the past, because people stay signed in for thirty days by the real clock.
    shop = await createStripeSite({ clock: '2026-06-21T12:00:00Z' });
  });
  beforeEach(async () => {
    stranger = await shop.createPerson({ state: 'no_pass', isConfirmed: false, name: RUDE });
  });
  afterAll(() => shop.close());

  const listLetters = async () => {
    await shop.runJobs();
    return shop.emails
      .filter(({ to }) => to === stranger.email)
      .map(({ subject, text }) => ({ subject: subject.replace('[TEST MODE] ', ''), text }));
  };
  const findPayment = async () => (await listPasses(shop.db, stranger.id))[0]?.paymentRef ?? '';
  const findGiftPayment = async () =>
    (await shop.db.select().from(gifts).where(eq(gifts.buyerId, stranger.id)))[0]?.paymentRef ?? '';
  const buyGift = async () => {
    const consent = { withdrawalUntilRedeemed: true, version: GIFT_CONSENT_VERSION } as const;
    const { body } = await stranger.call('POST /api/gifts', {
      body: { plan: 'monthly', currency: 'EUR', amountMinor: 1499, consent },
    });
    await shop.fixture.actions.pay(parseCheckoutSessionId(body.url), 'accepted');
    await shop.runJobs();
    return (await stranger.call('GET /api/gifts')).body.gifts[0]!;
  };

  it('mail what the law wants on paper: order, withdrawal and end, with no word of the stranger’s', async () => {
    await shop.buy(stranger, 'yearly');
    const { id } = (await stranger.call('GET /api/passes/mine')).body.pass ?? { id: '' };
    await stranger.call('POST /api/passes/mine/withdrawal', { body: { id } });
    await shop.buy(stranger, 'monthly');
    const end = { kind: 'end', name: RUDE, email: stranger.email } as const;
    await stranger.call('POST /api/contract-notices', {
      body: { ...end, reference: null, passId: null, language: 'en', botToken: 'x' },
    });
    const letters = await listLetters();
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Your Envol receipt',
      'Your Envol pass has ended: your withdrawal is confirmed',
      'Your Envol receipt',
      'Your Envol contract is cancelled',
    ]);
    for (const { subject, text } of letters) expect(text, subject).not.toContain(RUDE);
    expect(letters[1]?.text).toContain(`: ${stranger.email} withdraws from the contract`);
  });

  it('mail no code of a gift and no refund: the page of the pass has them', async () => {
    const gift = await buyGift();
    expect(gift.code).toMatch(/\S{4}-/);
    await shop.fixture.actions.refund(await findGiftPayment());
    await shop.buy(stranger, 'lifetime');
    await shop.fixture.actions.refund(await findPayment(), 5000);
    const [letter, ...others] = await listLetters();
    expect(letter?.subject).toBe('Your Envol gift');
    expect(letter?.text).not.toContain(gift.code);
    expect(others.map(({ subject }) => subject)).toEqual(['Your Envol receipt']);
  });

  it('are mailed about like any other once the address is confirmed', async () => {
    await stranger.call('POST /api/auth/email/confirmation', { body: { language: 'en' } });
    await shop.runJobs();
    const [link] = await listLetters();
    const token = /mode=confirm-email#([^\s/]+)/.exec(link?.text ?? '')?.[1] ?? '';
    expect((await stranger.call('POST /api/auth/email/confirm', { body: { token } })).status).toBe(
      200,
    );
    const { code } = await buyGift();
    await shop.fixture.actions.refund(await findGiftPayment());
    const [, bought, refunded] = await listLetters();
    expect(bought?.text).toContain(code);
    expect(refunded?.subject).toBe('Your Envol gift is being refunded');
  });
});
