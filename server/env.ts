import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { FirebaseWeb } from '#shared/contract/firebase.ts';
import { GROUPS, groupProblems } from './env-groups.ts';

/** The settings that stop the boot, each in a sentence. */
export class SettingsError extends Error {
  override name = 'SettingsError';
  readonly problems: string[];
  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const port = z.coerce
  .number('must be a number between 0 and 65535')
  .int('must be a whole number')
  .min(0, 'must be a number between 0 and 65535')
  .max(65_535, 'must be a number between 0 and 65535');

const publicUrl = z
  .string()
  .refine(isOrigin, 'must be an address without a path, such as https://envol.example')
  .transform((value) => new URL(value).origin);

const database = z.url({
  protocol: /^postgres(?:ql)?$/,
  error: 'must be an address such as postgres://user:password@host:5432/envol',
});

const proxies = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine((list) => list.every(isNetwork), {
    message: 'must be addresses or networks with commas between, such as 10.0.0.0/8, ::1',
  });

const schema = z.object({
  NODE_ENV: z.string().default('development'),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
      error: 'must be silent, fatal, error, warn, info, debug or trace',
    })
    .default('info'),
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: publicUrl.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: database.optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  TRUSTED_PROXIES: proxies.default([]),
  BILLING_SANDBOX: z.enum(['0', '1'], { error: 'must be 0 or 1' }).optional(),
  CUSTOMERIO_REGION: z.enum(['eu', 'us'], { error: 'must be eu or us' }).default('eu'),
});

/**
 * Reads and checks every setting. A setting that is empty counts as unset.
 * @throws {SettingsError} naming all that is wrong at once.
 */
export function readSettings(environment: Record<string, string | undefined> = process.env) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  ) as Record<string, string>;
  const parsed = schema.safeParse(given);
  const problems = (parsed.error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')} ${message}.`,
  );
  problems.push(...groupProblems(given));
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);

  const values = parsed.data;
  const services = servicesOf(given);
  const production = values.NODE_ENV === 'production';
  return {
    production,
    logLevel: values.LOG_LEVEL,
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    sessionSecret: values.SESSION_SECRET,
    trustedProxies: values.TRUSTED_PROXIES,
    billing: billingOf(values, given.STRIPE_SECRET_KEY !== undefined),
    google: googleOf(given),
    mail: mailOf(given),
    recaptcha: recaptchaOf(given),
    customerioRegion: values.CUSTOMERIO_REGION,
    /** The outside services that are switched on, each with its own settings as they were given. */
    services,
    /** What is told to browsers when Firebase is the identity provider. */
    firebase: services.firebase && firebaseOf(services.firebase),
  };
}

export type Settings = ReturnType<typeof readSettings>;

/** The sandbox gives passes away, so that only a machine of one's own has it without being told. */
function billingOf(values: z.infer<typeof schema>, hasStripe: boolean) {
  const isOwn = values.PUBLIC_URL === undefined || isLocal(new URL(values.PUBLIC_URL).hostname);
  const sandbox =
    values.BILLING_SANDBOX === undefined ? !hasStripe && isOwn : values.BILLING_SANDBOX === '1';
  if (sandbox) return 'sandbox' as const;
  return hasStripe ? ('stripe' as const) : ('off' as const);
}

function googleOf({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }: Record<string, string>) {
  if (GOOGLE_CLIENT_ID === undefined || GOOGLE_CLIENT_SECRET === undefined) return undefined;
  return { clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET };
}

function recaptchaOf({ RECAPTCHA_SITE_KEY, RECAPTCHA_SECRET_KEY }: Record<string, string>) {
  if (RECAPTCHA_SITE_KEY === undefined || RECAPTCHA_SECRET_KEY === undefined) return undefined;
  return { siteKey: RECAPTCHA_SITE_KEY, secretKey: RECAPTCHA_SECRET_KEY };
}

function mailOf({ SMTP_URL, MAIL_FROM }: Record<string, string>) {
  return { smtpUrl: SMTP_URL ?? null, from: MAIL_FROM ?? 'Envol <envol@localhost>' };
}

function firebaseOf(given: Record<string, string>): FirebaseWeb {
  return {
    apiKey: given.FIREBASE_API_KEY ?? '',
    authDomain: given.FIREBASE_AUTH_DOMAIN ?? '',
    projectId: given.FIREBASE_PROJECT_ID ?? '',
    appId: given.FIREBASE_APP_ID ?? '',
    emulatorHost: given.FIREBASE_AUTH_EMULATOR_HOST,
  };
}

function servicesOf(given: Record<string, string>) {
  const names = Object.keys(GROUPS) as (keyof typeof GROUPS)[];
  const on = names.filter((name) => GROUPS[name].needed.every((key) => given[key] !== undefined));
  return Object.fromEntries(
    on.map((name) => {
      const { needed, optional } = GROUPS[name];
      const keys = [...needed, ...optional].filter((key) => given[key] !== undefined);
      return [name, Object.fromEntries(keys.map((key) => [key, given[key]]))];
    }),
  ) as Partial<Record<keyof typeof GROUPS, Record<string, string>>>;
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

/** Whether a host name, as URLs write it, can only be this machine. */
function isLocal(name: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(name);
}

function isNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
