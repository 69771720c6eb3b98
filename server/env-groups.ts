import { INVALID_FIREBASE_KEY_CODE, isFirebaseApiKey } from '#shared/rules/firebase.ts';

interface SettingsGroup {
  /** What the group enables, as named in messages. */
  purpose: string;
  /** All of these or none. */
  needed: string[];
  /** Has no effect without the required ones. */
  optional: string[];
}

/** Settings that belong together; each group enables one external service. */
const SETTINGS_GROUPS = {
  firebase: {
    purpose: 'sign-in with Firebase',
    needed: ['FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN', 'FIREBASE_PROJECT_ID', 'FIREBASE_APP_ID'],
    optional: ['FIREBASE_AUTH_EMULATOR_HOST'],
  },
  google: {
    purpose: 'sign-in with Google',
    needed: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    optional: [],
  },
  stripe: {
    purpose: 'payment with Stripe',
    needed: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    optional: ['STRIPE_API_BASE'],
  },
  tracking: {
    purpose: 'tracking with Customer.io',
    needed: ['CUSTOMERIO_WRITE_KEY'],
    optional: ['CUSTOMERIO_REGION', 'CUSTOMERIO_API_BASE'],
  },
  mail: { purpose: 'e-mail', needed: ['SMTP_URL', 'MAIL_FROM'], optional: [] },
  writer: {
    purpose: 'writing drafts',
    needed: ['GENERATION_URL', 'GENERATION_MODEL'],
    optional: ['GENERATION_KEY', 'GENERATION_PRICE_INPUT', 'GENERATION_PRICE_OUTPUT'],
  },
  speaker: {
    purpose: 'narration by an endpoint',
    needed: ['SPEECH_URL', 'SPEECH_MODEL'],
    optional: ['SPEECH_KEY'],
  },
  s3: {
    purpose: 'media in a bucket',
    needed: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    optional: ['S3_REGION'],
  },
  android: {
    purpose: 'the app in Android’s store',
    needed: ['ANDROID_PACKAGE', 'ANDROID_CERTIFICATES'],
    optional: [],
  },
  recaptcha: {
    purpose: 'the bot check',
    needed: ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY'],
    optional: [],
  },
} as const satisfies Record<string, SettingsGroup>;

export const GROUPED_SETTING_NAMES: string[] = (
  Object.values(SETTINGS_GROUPS) as SettingsGroup[]
).flatMap(({ needed, optional }) => [...needed, ...optional]);

/**
 * Returns one sentence per problem that concerns several settings: groups that are only partly set, and the rules on
 * Firebase, its emulator, sign-up, the connection pooler and the country header. `given` holds the settings that are
 * set.
 */
export function findSettingsGroupProblems(given: Record<string, string>): string[] {
  const isSet = (key: string) => given[key] !== undefined;
  const halves = (Object.values(SETTINGS_GROUPS) as SettingsGroup[]).flatMap((group) => {
    const { purpose, needed, optional } = group;
    const begun = [...needed, ...optional].filter(isSet);
    const missing = needed.filter((key) => !isSet(key));
    if (begun.length === 0 || missing.length === 0) return [];
    return [
      `${joinNames(begun)} ${begun.length > 1 ? 'are' : 'is'} set but ${joinNames(missing)} ${missing.length > 1 ? 'are' : 'is'} not: ${purpose} needs ${missing.length > 1 ? 'them' : 'it'} too.`,
    ];
  });
  return [
    ...halves,
    ...findFirebaseProblems(given),
    ...findEmulatorProblems(given),
    ...findSignUpProblems(given),
    ...findPoolerProblems(given),
    ...findCountryProblems(given),
  ];
}

/** These values are sent to browsers and in page headers, so their form is validated. */
function findFirebaseProblems(given: Record<string, string>): string[] {
  const { needed, optional } = SETTINGS_GROUPS.firebase;
  if (![...needed, ...optional].some((key) => given[key] !== undefined)) return [];
  const problems: string[] = [];
  if (!isFirebaseApiKey(given.FIREBASE_API_KEY))
    problems.push(
      `FIREBASE_API_KEY must be set, with no colon in it (${INVALID_FIREBASE_KEY_CODE}).`,
    );
  if (!/^[a-z\d.-]+$/i.test(given.FIREBASE_AUTH_DOMAIN ?? 'unset'))
    problems.push('FIREBASE_AUTH_DOMAIN must be a host name, such as envol.firebaseapp.com.');
  if (!/^[a-z\d.:-]+$/.test(given.FIREBASE_PROJECT_ID ?? 'unset'))
    problems.push('FIREBASE_PROJECT_ID must be the id of a project, such as envol-1a2b3.');
  return problems;
}

/** An emulator signs tokens that any caller can make, so it is only for a demo project on this machine. */
function findEmulatorProblems(given: Record<string, string>): string[] {
  const host = given.FIREBASE_AUTH_EMULATOR_HOST;
  if (host === undefined) return [];
  const problems: string[] = [];
  if (given.NODE_ENV === 'production')
    problems.push('FIREBASE_AUTH_EMULATOR_HOST must not be set in production.');
  if (!/^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host))
    problems.push('FIREBASE_AUTH_EMULATOR_HOST must be on this machine, such as 127.0.0.1:9099.');
  if (!(given.FIREBASE_PROJECT_ID ?? 'demo-').startsWith('demo-'))
    problems.push('FIREBASE_PROJECT_ID must begin with demo- when the emulator is used.');
  return problems;
}

/** Firebase creates its accounts by itself; only the profile can be refused, and no invitation asked for. */
function findSignUpProblems(given: Record<string, string>): string[] {
  if (given.SIGN_UP !== 'waitlist' || given.FIREBASE_API_KEY === undefined) return [];
  return ['SIGN_UP must be open or closed with Firebase: invitations need our own sign-in.'];
}

/** Migrations and notifications need a session of their own, so an address that bypasses the pooler. */
function findPoolerProblems(given: Record<string, string>): string[] {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_PREPARE } = given;
  if (DATABASE_DIRECT_URL !== undefined && DATABASE_URL === undefined)
    return ['DATABASE_DIRECT_URL is set but DATABASE_URL, the address of the pooler, is not.'];
  if (DATABASE_PREPARE === '0' && DATABASE_DIRECT_URL === undefined)
    return [
      'DATABASE_PREPARE is 0, which is for a pooler, but DATABASE_DIRECT_URL, the address of the database itself, is not set.',
    ];
  return [];
}

/** Any caller can send a header; only a named proxy is believed. */
function findCountryProblems(given: Record<string, string>): string[] {
  if (given.COUNTRY_HEADER === undefined || given.TRUSTED_PROXIES !== undefined) return [];
  return [
    'COUNTRY_HEADER is set but TRUSTED_PROXIES is not: the header is believed from them alone.',
  ];
}

function joinNames(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
