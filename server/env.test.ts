import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from './env.ts';

function listProblems(environment: Record<string, string>): string[] {
  try {
    readSettings(environment);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe('settings', () => {
  it('sends messages to the operator to their address, else to the sender, and to nobody without e-mail', () => {
    const mail = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'Envol <hello@envol.example>' };
    expect(readSettings({ CONTACT_EMAIL: 'me@envol.example' }).operatorEmail).toBeNull();
    expect(readSettings(mail).operatorEmail).toBe('hello@envol.example');
    expect(readSettings({ ...mail, CONTACT_EMAIL: 'me@envol.example' }).operatorEmail).toBe(
      'me@envol.example',
    );
  });

  it('name the app in Android’s store by its package and the fingerprints of its certificates, both or none', () => {
    const one = Array.from({ length: 32 }, () => 'A1').join(':');
    const given = { ANDROID_PACKAGE: 'example.envol', ANDROID_CERTIFICATES: `${one}, ${one}` };
    expect(readSettings({}).androidApp).toBeUndefined();
    expect(readSettings(given).androidApp).toEqual({
      package: 'example.envol',
      certificates: [one, one],
    });
    expect(listProblems({ ANDROID_PACKAGE: 'example.envol' })).toHaveLength(1);
    expect(listProblems({ ...given, ANDROID_PACKAGE: 'Envol' })).toHaveLength(1);
    expect(listProblems({ ...given, ANDROID_CERTIFICATES: 'A1:B2' })).toHaveLength(1);
  });

  it('name who may sign up, which is everybody unless told; invitations need our own sign-in', () => {
    expect(readSettings({}).signUp).toBe('open');
    expect(readSettings({ SIGN_UP: 'waitlist' }).signUp).toBe('waitlist');
    expect(listProblems({ SIGN_UP: 'shut' })).toEqual([
      'SIGN_UP must be open, waitlist or closed.',
    ]);
    const firebase = {
      FIREBASE_API_KEY: 'k',
      FIREBASE_AUTH_DOMAIN: 'envol.firebaseapp.com',
      FIREBASE_PROJECT_ID: 'envol',
      FIREBASE_APP_ID: '1',
    };
    expect(listProblems({ ...firebase, SIGN_UP: 'waitlist' })).toHaveLength(1);
    expect(listProblems({ ...firebase, SIGN_UP: 'closed' })).toEqual([]);
  });

  it('say how long a decision about cookies holds in the EU and the UK: at most a year', () => {
    expect(readSettings({}).europeanConsentDays).toBe(365);
    expect(readSettings({ CONSENT_DAYS_EU_UK: '180' }).europeanConsentDays).toBe(180);
    for (const wrong of ['366', '0', '29.5', 'long'])
      expect(listProblems({ CONSENT_DAYS_EU_UK: wrong })).toHaveLength(1);
  });

  it('want the address of the database itself where they name a pooler', () => {
    const url = 'postgres://envol@pooler.example:6432/envol';
    const direct = 'postgres://envol@database.example/envol';
    expect(readSettings({ DATABASE_URL: url }).database).toMatchObject({ url, prepare: true });
    expect(
      readSettings({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct, DATABASE_PREPARE: '0' })
        .database,
    ).toEqual({ url, directUrl: direct, prepare: false });
    expect(listProblems({ DATABASE_DIRECT_URL: direct })).toHaveLength(1);
    expect(listProblems({ DATABASE_URL: url, DATABASE_PREPARE: '0' })[0]).toContain(
      'DATABASE_DIRECT_URL',
    );
  });

  it('are all optional', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({ port: 3000, host: '127.0.0.1', billing: 'sandbox' });
    expect([settings.firebase, settings.google, settings.recaptcha]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('count as unset when they are empty', () => {
    expect(readSettings({ PORT: '', PUBLIC_URL: ' ', STRIPE_SECRET_KEY: '' }).port).toBe(3000);
  });

  it('are checked all at once', () => {
    const problems = listProblems({
      PORT: 'abc',
      PUBLIC_URL: 'envol.example/app',
      DATABASE_URL: 'mysql://x',
      SESSION_SECRET: 'short',
      TRUSTED_PROXIES: '10.0.0.0/8, everybody',
      BILLING_SANDBOX: 'yes',
      GOOGLE_CLIENT_ID: 'id',
    });
    for (const name of ['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'SESSION_SECRET', 'TRUSTED_PROXIES'])
      expect(problems.filter((problem) => problem.startsWith(name))).toHaveLength(1);
    expect(problems).toContain('BILLING_SANDBOX must be 0 or 1.');
    expect(problems.at(-1)).toContain('GOOGLE_CLIENT_SECRET is not');
  });

  it('believe a header about countries from proxies that are named, and from nobody else', () => {
    const settings = { COUNTRY_HEADER: 'CF-IPCountry', TRUSTED_PROXIES: '10.0.0.0/8' };
    expect(readSettings(settings).countryHeader).toBe('cf-ipcountry');
    expect(listProblems({ COUNTRY_HEADER: 'CF-IPCountry' })).toEqual([
      'COUNTRY_HEADER is set but TRUSTED_PROXIES is not: the header is believed from them alone.',
    ]);
    expect(listProblems({ ...settings, COUNTRY_HEADER: 'not a header' })).toHaveLength(1);
  });

  it.each(['\u0000', '\u0007', '\ufffd', '\n'])('refuse a secret with %j in it', (character) => {
    const SESSION_SECRET = `a secret that is long enough${character}and broken`;
    expect(listProblems({ SESSION_SECRET })).toEqual([
      'SESSION_SECRET must be plain text, without control characters or broken ones.',
    ]);
  });

  it('never repeat a value in what they say', () => {
    expect(listProblems({ SESSION_SECRET: 'hunter2', PORT: 'hunter2' }).join()).not.toContain(
      'hunter2',
    );
  });

  it.each([
    [{ FIREBASE_API_KEY: 'k' }, ['FIREBASE_AUTH_DOMAIN', 'FIREBASE_PROJECT_ID', 'FIREBASE_APP_ID']],
    [{ GOOGLE_CLIENT_SECRET: 's' }, ['GOOGLE_CLIENT_ID']],
    [{ STRIPE_SECRET_KEY: 'k' }, ['STRIPE_WEBHOOK_SECRET']],
    [{ STRIPE_WEBHOOK_SECRET: 's' }, ['STRIPE_SECRET_KEY']],
    [{ SMTP_URL: 'smtp://x' }, ['MAIL_FROM']],
    [{ RECAPTCHA_SITE_KEY: 'k' }, ['RECAPTCHA_SECRET_KEY']],
  ] as [Record<string, string>, string[]][])(
    'set by half (%o) name what is missing',
    (given, missing) => {
      const problems = listProblems(given);
      expect(problems).toHaveLength(1);
      for (const name of missing) expect(problems[0]).toContain(name);
    },
  );

  it.each(['AIza:x', ':', undefined])('refuse %o as the key of Firebase', (key) => {
    const problems = listProblems({
      ...(key !== undefined && { FIREBASE_API_KEY: key }),
      FIREBASE_AUTH_DOMAIN: 'envol.firebaseapp.com',
      FIREBASE_PROJECT_ID: 'envol',
      FIREBASE_APP_ID: '1:2:web:3',
    });
    expect(problems.join()).toContain('(invalid-api-key)');
  });

  it('refuse values of Firebase that would open a header', () => {
    const problems = listProblems({
      FIREBASE_API_KEY: 'k',
      FIREBASE_AUTH_DOMAIN: 'envol.firebaseapp.com; script-src *',
      FIREBASE_PROJECT_ID: 'envol/../other',
      FIREBASE_APP_ID: 'a',
    });
    expect(problems).toHaveLength(2);
  });

  it('refuse an emulator in production, elsewhere, or for a real project', () => {
    const firebase = {
      FIREBASE_API_KEY: 'k',
      FIREBASE_AUTH_DOMAIN: 'd',
      FIREBASE_APP_ID: 'a',
      FIREBASE_PROJECT_ID: 'real',
      FIREBASE_AUTH_EMULATOR_HOST: 'emulator.example:9099',
      NODE_ENV: 'production',
    };
    expect(listProblems(firebase)).toHaveLength(3);
    const demo = {
      FIREBASE_PROJECT_ID: 'demo-envol',
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
    };
    expect(listProblems({ ...firebase, ...demo, NODE_ENV: 'test' })).toEqual([]);
  });
});

describe('the billing sandbox', () => {
  const stripe = { STRIPE_SECRET_KEY: 'k', STRIPE_WEBHOOK_SECRET: 's' };
  const open = { PUBLIC_URL: 'https://envol.example' };

  it.each([
    [{}, 'sandbox'],
    [stripe, 'stripe'],
    [open, 'off'],
    [{ ...open, BILLING_SANDBOX: '1' }, 'sandbox'],
    [{ ...stripe, BILLING_SANDBOX: '1' }, 'sandbox'],
    [{ BILLING_SANDBOX: '0' }, 'off'],
    [{ NODE_ENV: 'development', ...open }, 'off'],
    [{ ...open, ...stripe }, 'stripe'],
    [{ PUBLIC_URL: 'https://localhost.envol.example' }, 'off'],
    [{ PUBLIC_URL: 'https://192.168.1.7:3000' }, 'off'],
    [{ PUBLIC_URL: 'https://0.0.0.0:3000' }, 'off'],
    [{ NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000' }, 'sandbox'],
    [{ PUBLIC_URL: 'https://envol.localhost' }, 'sandbox'],
    [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, 'sandbox'],
    [{ PUBLIC_URL: 'http://[::1]:3000' }, 'sandbox'],
  ])('with %o is %s', (environment, billing) => {
    expect(readSettings(environment as Record<string, string>).billing).toBe(billing);
  });
});

describe('who writes and speaks', () => {
  const writer = { GENERATION_URL: 'https://models.example/v1', GENERATION_MODEL: 'a-model' };

  it('is an endpoint with or without a key, or a command for speech', () => {
    expect(readSettings(writer).writer).toEqual({
      url: 'https://models.example/v1',
      model: 'a-model',
      key: undefined,
    });
    expect(readSettings({ SPEECH_COMMAND: 'say --wav', SPEECH_VOICE_FR: 'siwis' }).speaker).toEqual(
      {
        command: 'say --wav',
        voices: { en: 'en', fr: 'siwis' },
      },
    );
    expect(readSettings({}).speaker).toBeUndefined();
  });

  it('is told of with prices for a million, and not by halves', () => {
    const priced = { ...writer, GENERATION_PRICE_INPUT: '0.5', GENERATION_PRICE_OUTPUT: '2' };
    expect(readSettings(priced).prices).toMatchObject({ currency: 'USD', input: 0.5, output: 2 });
    expect(listProblems({ ...priced, GENERATION_PRICE_INPUT: 'much' })).toHaveLength(1);
    expect(listProblems({ GENERATION_URL: 'https://models.example/v1' })[0]).toContain(
      'GENERATION_MODEL',
    );
    expect(listProblems({ ...writer, GENERATION_URL: 'models' })).toHaveLength(1);
  });
});
