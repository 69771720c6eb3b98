import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isTokenFreshForSync } from '#shared/rules/firebase.ts';
import { grantTestPass } from '#server/testing/people.ts';
import { computeTotp } from '#server/testing/totp.ts';
import { launchBrowser, openDevice, type Device } from '../fixtures/browser.ts';
import { shiftDate } from '../fixtures/journey-date.ts';
import { waitForHeading, PASSWORD, pressButton, signIn, signUp } from '../fixtures/steps.ts';
import { createTranslator } from '../fixtures/translations.ts';
import { standInForGoogle } from './google-stand-in.ts';
import {
  emulatorHost,
  firebaseChunk,
  type Installation,
  listEmails,
  startInstallation,
} from './installation.ts';

// The emulator and the server are processes of their own, whose date no journey sets.
shiftDate(0);

const t = createTranslator('en');
let browser: Browser;
let site: Installation;
let device: Device;
let page: Page;
let chunk: string;
let people = 0;
/** The bearer tokens of every token-sync that the server took. */
let synced: string[];

beforeAll(async () => {
  [browser, site, chunk] = await Promise.all([
    launchBrowser(),
    startInstallation(),
    firebaseChunk(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});
beforeEach(async () => {
  synced = [];
  device = await openDevice(browser, site.url);
  page = device.page;
  await standInForGoogle(page.context());
  page.on('response', (response) => {
    if (!response.url().endsWith('/api/auth/token-sync') || response.status() !== 200) return;
    synced.push((response.request().headers()['authorization'] ?? '').replace('Bearer ', ''));
  });
});

const visitor = () => ({ page, t });
const newEmail = () => `emulated-${process.pid}-${(people += 1)}@example.org`;
const decodeClaims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    sub: string;
    iat: number;
  };

async function newcomer(): Promise<string> {
  const email = newEmail();
  await page.goto('/auth?mode=sign-up');
  await signUp(visitor(), email);
  await waitForHeading(visitor(), 'onboarding:name.title');
  return email;
}

async function leave(): Promise<void> {
  await pressButton(visitor(), 'onboarding:signOut');
  await page.waitForURL('/');
}

/** Calls the adapter of the built app, on the page's own SDK. */
function adapter(call: 'signInMethods', input: unknown): Promise<unknown> {
  // As text, because Vitest would make an import of its own out of this one.
  return page.evaluate(`(async () => {
    const { createFirebaseAuthProvider } = await import('${chunk}');
    const { firebase } = await (await fetch('/api/config')).json();
    return createFirebaseAuthProvider(firebase).${call}(${JSON.stringify(input)});
  })()`);
}

async function chooseGoogleAccount(at: Page, email: string): Promise<void> {
  await at.locator('.js-new-account').click();
  await at.locator('#email-input').fill(email);
  await at.locator('#display-name-input').fill('Amelia');
  await at.locator('#sign-in').click();
}

describe('e-mail and password', () => {
  it('sign up, and the person is known by provider and subject', async () => {
    const email = await newcomer();
    const { rows } = await site.query('select provider, subject from users where email = $1', [
      email,
    ]);
    expect(rows).toEqual([{ provider: 'firebase', subject: decodeClaims(synced[0] ?? '').sub }]);
  });

  it('stay signed in over a reload of the first page', async () => {
    await newcomer();
    await page.goto('/');
    await waitForHeading(visitor(), 'onboarding:name.title');
  });

  it('sign out, then in again', async () => {
    const email = await newcomer();
    await leave();
    await page.goto('/auth');
    await signIn(visitor(), email);
    await waitForHeading(visitor(), 'onboarding:name.title');
  });

  it('are refused alike for a wrong password and an unknown address', async () => {
    const email = await newcomer();
    await leave();
    for (const [address, password] of [
      [email, 'not the password'],
      [newEmail(), PASSWORD],
    ] as const) {
      await page.goto('/auth');
      await page.getByLabel(t('auth:email'), { exact: true }).fill(address);
      await page.getByLabel(t('auth:password'), { exact: true }).fill(password);
      await pressButton(visitor(), 'auth:signIn.submit');
      await page.getByText(t('errors:wrong_credentials')).waitFor();
    }
  });

  it('make no second account for one address', async () => {
    const email = await newcomer();
    await leave();
    await page.goto('/auth?mode=sign-up');
    await signUp(visitor(), email);
    await page.getByText(t('errors:email_unusable')).waitFor();
  });
});

describe('an admin', () => {
  it('sets two-step sign-in up before the studio opens, and gives a code for each sign-in', async () => {
    const email = await newcomer();
    const {
      rows: [person],
    } = await site.query<{ id: string }>(
      `
      update users set role = 'admin', onboarding_complete = true where email = $1 returning id`,
      [email],
    );
    await grantTestPass(site.db, person?.id ?? '', new Date());
    await page.goto('/admin');
    await page.getByText(t('errors:second_factor_required')).first().waitFor();
    await page.getByRole('link', { name: t('admin:secondFactor') }).click();
    await pressButton(visitor(), 'security:studioFactor.open');
    await pressButton(visitor(), 'security:secondFactor.begin');
    const link = page.getByRole('link', { name: t('security:secondFactor.link') });
    const uri = (await link.getAttribute('href')) ?? '';
    const recovery = await page.locator('li code').first().innerText();
    await page.getByLabel(t('security:secondFactor.code')).fill(computeTotp(uri));
    await pressButton(visitor(), 'security:secondFactor.confirm');
    await page.getByRole('button', { name: t('security:studioFactor.close') }).waitFor();
    await page.goto('/admin');
    await page.getByText(t('admin:audit.heading')).waitFor();

    await page.context().clearCookies({ name: 'envol.second' });
    await page.reload();
    await page.getByLabel(t('auth:code')).fill('000000');
    await pressButton(visitor(), 'security:studioFactor.submit');
    await page.getByText(t('errors:wrong_code')).waitFor();
    await page.getByLabel(t('auth:code')).fill(recovery);
    await pressButton(visitor(), 'security:studioFactor.submit');
    await page.getByText(t('admin:audit.heading')).waitFor();
  });
});

describe('a Google that does not answer', () => {
  it('is given up, and the token of before lets the person in', async () => {
    await newcomer();
    await page.route('**/accounts:lookup?*', () => undefined);
    await page.clock.install();
    await page.goto('/');
    await page.waitForRequest('**/accounts:lookup?*');
    const heading = page.getByRole('heading', { level: 1, name: t('onboarding:name.title') });
    await expect
      .poll(async () => {
        await page.clock.fastForward(8_000);
        return heading.isVisible();
      })
      .toBe(true);
  });
});

describe('a token', () => {
  it('that was refreshed is told to the server', async () => {
    const issued: string[] = [];
    // The first token of a new account is made to look as if it ended soon.
    await page.route('**/accounts:signUp?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { idToken: string };
      issued.push(body.idToken);
      await route.fulfill({ response, json: { ...body, expiresIn: '20' } });
    });
    const refreshed = page.waitForResponse(/securetoken\.googleapis\.com\/v1\/token/);
    await newcomer();
    const { id_token: newer } = (await (await refreshed).json()) as { id_token: string };
    await expect.poll(() => synced).toContain(newer);
    expect(decodeClaims(newer).sub).toBe(decodeClaims(issued[0] ?? '').sub);
  });

  it('that is older than 300 s is not', async () => {
    await newcomer();
    await expect.poll(() => synced.length).toBeGreaterThan(0);
    synced.length = 0;
    const later = Date.now() + 301_000;
    await page.clock.setFixedTime(later);
    await page.goto('/');
    await waitForHeading(visitor(), 'onboarding:name.title');
    await page.waitForLoadState('networkidle');
    expect(synced).toEqual([]);
    expect(isTokenFreshForSync({ issuedAtS: later / 1000 - 301, nowS: later / 1000 })).toBe(false);
  });
});

async function requestReset(email: string): Promise<void> {
  await page.goto('/auth?mode=forgot');
  await page.getByLabel(t('auth:email'), { exact: true }).fill(email);
  await pressButton(visitor(), 'auth:forgot.submit');
  await page.getByText(t('auth:forgot.sent', { email })).waitFor();
}

describe('a forgotten password', () => {
  it('is replaced by a link in an e-mail', async () => {
    const email = await newcomer();
    await leave();
    await requestReset(email);
    // Beside the one that confirms the address, which the sign-up asked for.
    const sent = (await listEmails()).filter((one) => one.email === email);
    expect(sent.map(({ requestType }) => requestType)).toEqual(['VERIFY_EMAIL', 'PASSWORD_RESET']);
    const reset = sent.at(-1);
    const chosen = 'another seat by the window';
    const response = await fetch(`${reset?.oobLink}&newPassword=${encodeURIComponent(chosen)}`);
    expect(response.ok).toBe(true);
    await page.goto('/auth');
    await page.getByLabel(t('auth:email'), { exact: true }).fill(email);
    await page.getByLabel(t('auth:password'), { exact: true }).fill(chosen);
    await pressButton(visitor(), 'auth:signIn.submit');
    await waitForHeading(visitor(), 'onboarding:name.title');
  });

  it('asks alike for an address that nobody has', async () => {
    const unknown = newEmail();
    await requestReset(unknown);
    expect((await listEmails()).filter(({ email }) => email === unknown)).toEqual([]);
  });
});

describe('the sign-in methods of an address', () => {
  it('are told where Firebase tells them, and empty on any failure', async () => {
    const email = await newcomer();
    expect(await adapter('signInMethods', email)).toEqual(['password']);
    await page.route('**/accounts:createAuthUri?*', (route) => route.abort());
    expect(await adapter('signInMethods', email)).toEqual([]);
  });
});

describe('Google', () => {
  it('signs in through a window of its own', async () => {
    await page.goto('/auth');
    const email = newEmail();
    const opened = page.waitForEvent('popup');
    await pressButton(visitor(), 'auth:google');
    await chooseGoogleAccount(await opened, email);
    await waitForHeading(visitor(), 'onboarding:name.title');
    const { rows } = await site.query('select provider, name from users where email = $1', [email]);
    expect(rows).toEqual([{ provider: 'firebase', name: 'Amelia' }]);
  });

  it('signs in by a redirect when the window is blocked', async () => {
    await page.addInitScript(() => (window.open = () => null));
    await page.goto('/auth?next=/profile');
    const email = newEmail();
    await pressButton(visitor(), 'auth:google');
    await page.waitForURL(`http://${emulatorHost()}/emulator/auth/handler**`);
    await chooseGoogleAccount(page, email);
    await waitForHeading(visitor(), 'onboarding:name.title');
    await expect.poll(() => synced.length).toBeGreaterThan(0);
    const { rows } = await site.query('select provider from users where email = $1', [email]);
    expect(rows).toEqual([{ provider: 'firebase' }]);
  });

  it('that could not be come back from is said on the sign-in page, and logged without the person', async () => {
    await page.goto('/auth');
    await waitForHeading(visitor(), 'auth:signIn.title');
    // As if the person came back, and the way to Google's answer was closed.
    await page.evaluate(() =>
      sessionStorage.setItem('firebase:pendingRedirect:demo-key:[DEFAULT]', '"true"'),
    );
    await page.route('https://apis.google.com/**', (route) => route.abort());
    await page.goto('/auth?next=/profile');
    await waitForHeading(visitor(), 'auth:signIn.title');
    expect(page.url()).toBe(`${site.url}/auth?next=%2Fprofile&refused=google`);
    device.expectConsoleError(/^Signing in: auth\/internal-error$/);
  });

  it('is no failure when the person closes its window', async () => {
    await page.goto('/auth');
    const opened = page.waitForEvent('popup');
    await pressButton(visitor(), 'auth:google');
    await (await opened).close();
    const button = page.getByRole('button', { name: t('auth:google'), exact: true });
    await expect.poll(() => button.getAttribute('aria-busy')).not.toBe('true');
    expect(await page.getByText(t('auth:refused')).count()).toBe(0);
  });
});

describe('an erased account', () => {
  /** Erases as the profile page does, on the page's own SDK. */
  const erase = (email: string) =>
    page.evaluate(`(async () => {
      const { createFirebaseAuthProvider } = await import('${chunk}');
      const { firebase } = await (await fetch('/api/config')).json();
      const adapter = createFirebaseAuthProvider(firebase);
      const body = JSON.stringify({ email: '${email}' });
      const headers = { 'content-type': 'application/json' };
      headers.authorization = 'Bearer ' + (await adapter.getToken());
      return adapter.erase(async () => {
        const { status } = await fetch('/api/users/me', { method: 'DELETE', headers, body });
        if (status !== 200) throw new Error('status ' + status);
      }).then(() => 'erased', (error) => error.code ?? String(error));
    })()`);

  it('is gone from the server and from Firebase', async () => {
    const email = await newcomer();
    expect(await erase(email)).toBe('erased');
    expect((await site.query('select 1 from users where email = $1', [email])).rows).toEqual([]);
    await page.goto('/auth');
    await signIn(visitor(), email);
    await page.getByText(t('errors:wrong_credentials')).waitFor();
  });

  it('stays whole when its last sign-in was some minutes ago', async () => {
    const email = await newcomer();
    await page.clock.setFixedTime(Date.now() + 5 * 60_000);
    expect(await erase(email)).toBe('recent_sign_in');
    expect((await site.query('select 1 from users where email = $1', [email])).rows).toHaveLength(
      1,
    );
  });
});
