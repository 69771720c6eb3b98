import { INVALID_FIREBASE_KEY, isFirebaseKey } from '#shared/rules/firebase.ts';

interface Group {
  /** What a person switches on with it. */
  purpose: string;
  /** All of these or none. */
  needed: string[];
  /** Means nothing without the others. */
  optional: string[];
  /** Settings of the machine that may be there for other programs: alone they switch nothing on. */
  shared?: string[];
}

/** Settings that only make sense together; each group switches on one outside service. */
export const GROUPS = {
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
  customerio: {
    purpose: 'messages with Customer.io',
    needed: ['CUSTOMERIO_WRITE_KEY'],
    optional: ['CUSTOMERIO_REGION'],
  },
  mail: { purpose: 'e-mail', needed: ['SMTP_URL', 'MAIL_FROM'], optional: [] },
  s3: {
    purpose: 'media in S3',
    needed: ['S3_BUCKET', 'S3_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
    optional: ['S3_ENDPOINT', 'AWS_SESSION_TOKEN'],
    shared: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
  },
  recaptcha: {
    purpose: 'the bot check',
    needed: ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY'],
    optional: [],
  },
  speech: {
    purpose: 'narration by a speech service',
    needed: ['SPEECH_PROVIDER', 'SPEECH_API_KEY'],
    optional: [],
  },
  draft: {
    purpose: 'drafts by a text service',
    needed: ['DRAFT_PROVIDER', 'DRAFT_API_KEY'],
    optional: [],
  },
} as const satisfies Record<string, Group>;

/** One sentence for each group that is set by half, naming what is missing, and for settings of Firebase that cannot be. */
export function groupProblems(given: Record<string, string>): string[] {
  const isSet = (key: string) => given[key] !== undefined;
  const halves = (Object.values(GROUPS) as Group[]).flatMap((group) => {
    const { purpose, needed, optional, shared = [] } = group;
    const begun = [...needed, ...optional].filter((key) => isSet(key) && !shared.includes(key));
    const missing = needed.filter((key) => !isSet(key));
    if (begun.length === 0 || missing.length === 0) return [];
    return [
      `${list(begun)} ${begun.length > 1 ? 'are' : 'is'} set but ${list(missing)} ${missing.length > 1 ? 'are' : 'is'} not: ${purpose} needs ${missing.length > 1 ? 'them' : 'it'} too.`,
    ];
  });
  return [...halves, ...firebaseProblems(given), ...emulatorProblems(given)];
}

/** The values reach browsers and the headers of every page, so that they are held to their form. */
function firebaseProblems(given: Record<string, string>): string[] {
  const { needed, optional } = GROUPS.firebase;
  if (![...needed, ...optional].some((key) => given[key] !== undefined)) return [];
  const problems: string[] = [];
  if (!isFirebaseKey(given.FIREBASE_API_KEY))
    problems.push(`FIREBASE_API_KEY must be set, with no colon in it (${INVALID_FIREBASE_KEY}).`);
  if (!/^[a-z\d.-]+$/i.test(given.FIREBASE_AUTH_DOMAIN ?? 'unset'))
    problems.push('FIREBASE_AUTH_DOMAIN must be a host name, such as envol.firebaseapp.com.');
  if (!/^[a-z\d.:-]+$/.test(given.FIREBASE_PROJECT_ID ?? 'unset'))
    problems.push('FIREBASE_PROJECT_ID must be the id of a project, such as envol-1a2b3.');
  return problems;
}

/** An emulator signs tokens that anybody can make, so it is only for a demo project on this machine. */
function emulatorProblems(given: Record<string, string>): string[] {
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

function list(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
