import { describe, expect, it } from 'vitest';
import { readSettings } from '#server/env.ts';
import { runDeploymentSafetyChecks } from './policy.ts';

const SAFE = {
  PUBLIC_URL: 'https://envol.example',
  BACKUP_DIR: '/backups',
  BACKUP_PASSPHRASE: 'seven quiet herons over the marsh',
};
const read = (given: object) => () => readSettings({ ...SAFE, ...given });

describe('with a public address, the start is refused', () => {
  it.each([
    [{ PUBLIC_URL: 'http://envol.example' }, /PUBLIC_URL must begin with https/],
    [{ SESSION_SECRET: 'a'.repeat(40) }, /SESSION_SECRET can be guessed/],
    [{ SESSION_SECRET: 'please-change-me-to-something-longer' }, /SESSION_SECRET can be guessed/],
    [{ TRUSTED_PROXIES: '0.0.0.0/0' }, /TRUSTED_PROXIES trusts everybody/],
    [{ TRUSTED_PROXIES: '127.0.0.1, 0.0.0.0/1, 128.0.0.0/1' }, /TRUSTED_PROXIES trusts everybody/],
    [{ TRUSTED_PROXIES: '::/0' }, /TRUSTED_PROXIES trusts everybody/],
    [{ TRUSTED_PROXIES: '::ffff:0:0/96' }, /TRUSTED_PROXIES trusts everybody/],
    [{ TRUSTED_PROXIES: '0:0:0:0:0:FFFF:128.0.0.0/97' }, /TRUSTED_PROXIES trusts everybody/],
    [{ BACKUP_PASSPHRASE: undefined }, /BACKUP_PASSPHRASE must be set/],
    [{ BACKUP_PASSPHRASE: 'change-this-to-five-random-words' }, /BACKUP_PASSPHRASE must be set/],
    [
      {
        FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
        FIREBASE_API_KEY: 'key',
        FIREBASE_AUTH_DOMAIN: 'envol.firebaseapp.com',
        FIREBASE_PROJECT_ID: 'demo-envol',
        FIREBASE_APP_ID: 'app',
      },
      /EMULATOR_HOST must not be set: anybody/,
    ],
  ])('for %j', (given, problem) => expect(read(given)).toThrow(problem));

  it('and nothing of that is asked of a server on this machine', () => {
    const local = { PUBLIC_URL: 'http://localhost:3000', TRUSTED_PROXIES: '0.0.0.0/0' };
    expect(readSettings({ ...local, BACKUP_DIR: '/backups' }).isPublic).toBe(false);
  });

  it('and not for proxies in a network of the operator’s own, however it is written', () => {
    const TRUSTED_PROXIES = '10.0.0.0/8, fd00::/16, ::ffff:10.0.0.0/104, ::1, 127.0.0.1';
    expect(read({ TRUSTED_PROXIES })).not.toThrow();
  });
});

it.each(['http://localhost:3000', 'https://envol.example'])(
  'test mode with live keys of Stripe is refused at %s',
  (PUBLIC_URL) => {
    const stripe = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(read({ PUBLIC_URL, BILLING_SANDBOX: '1', ...stripe })).toThrow(/live key/);
  },
);

it('a server that others can reach is not local: without PUBLIC_URL too, no pass is free by default', () => {
  expect(readSettings({ HOST: '0.0.0.0' }).billing).toBe('off');
  expect(readSettings({ HOST: '::' }).billing).toBe('off');
  expect(readSettings({ HOST: '127.0.0.1' }).billing).toBe('sandbox');
});

it('with a public address, test mode is said on every page', () => {
  expect(readSettings({ ...SAFE, BILLING_SANDBOX: '1' }).isTestModeShown).toBe(true);
  expect(readSettings(SAFE).isTestModeShown).toBe(false);
  expect(readSettings({}).isTestModeShown).toBe(false);
});

it('without PUBLIC_URL, where others reach the server and passes are free by choice, every page says so too', () => {
  const asked = { BILLING_SANDBOX: '1' };
  expect(readSettings({ ...asked, HOST: '0.0.0.0' }).isTestModeShown).toBe(true);
  expect(readSettings({ ...asked, HOST: '127.0.0.1' }).isTestModeShown).toBe(false);
});

it('the studio lists every check and how it stands', () => {
  const states = Object.fromEntries(
    runDeploymentSafetyChecks({ ...SAFE, BILLING_SANDBOX: '1' }).map(({ name, state }) => [
      name,
      state,
    ]),
  );
  expect(states).toMatchObject({
    https: 'ok',
    secret: 'ok',
    testMode: 'warning',
    email: 'warning',
  });
});

it.each([
  [{}, 'warning'],
  [{ BILLING_SANDBOX: '0' }, 'ok'],
  [{ ...SAFE }, 'ok'],
  [{ ...SAFE, STRIPE_SECRET_KEY: 'sk_test_1' }, 'warning'],
  [{ ...SAFE, STRIPE_SECRET_KEY: 'sk_live_1' }, 'ok'],
  [{ ...SAFE, STRIPE_SECRET_KEY: 'sk_test_1', BILLING_SANDBOX: '0' }, 'warning'],
])('the studio says whether passes are free, or paid with test cards: %j', (given, state) => {
  expect(runDeploymentSafetyChecks(given)).toContainEqual({ name: 'testMode', state });
});

it('who sells is asked for a telephone, a VAT number and a mediator, and who sells nothing is not', () => {
  const read = (given: object) =>
    runDeploymentSafetyChecks({ ...SAFE, ...given }).filter(
      ({ name, state }) => ['phone', 'vat', 'mediator'].includes(name) && state !== 'ok',
    );
  const names = ['phone', 'vat', 'mediator'].map((name) => ({ name, state: 'warning' }));
  expect(read({ STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual(names);
  expect(read({ BILLING_SANDBOX: '1' })).toEqual(names);
  expect(read({ BILLING_SANDBOX: '0' })).toEqual([]);
  const given = {
    OPERATOR_PHONE: '+33 1 00 00 00 00',
    OPERATOR_VAT: 'exempt',
    OPERATOR_MEDIATOR: 'A mediator',
  };
  expect(read({ STRIPE_SECRET_KEY: 'sk_live_1', ...given })).toEqual([]);
});
