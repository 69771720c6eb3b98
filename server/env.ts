import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { FirebaseWebConfig } from '#shared/contract/firebase.ts';
import { SERVER_CONSENT_DAYS } from '#shared/rules/cookie-consent.ts';
import { SIGN_UP_MODES } from '#shared/rules/sign-up.ts';
import type { TaxSetting } from './features/billing/settings/policy.ts';
import { findSettingsGroupProblems } from './env-groups.ts';
import { providerSettingSchemas, readProviderSettings } from './env-providers.ts';
import {
  findThirdPartyScriptIdProblems,
  listConfiguredThirdPartyScripts,
} from './features/scripts/policy.ts';
import { parseOperatorSettings } from './features/system/policy.ts';
import {
  findStartBlockingSafetyProblems,
  isLoopbackHost,
  runDeploymentSafetyChecks,
} from './features/system/safety/policy.ts';
import { isUncorruptedSecret } from './secret.ts';

/** Thrown for settings that prevent the start, with a sentence for each problem. */
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

const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' });

const line = z
  .string()
  .max(300, 'must have at most 300 characters')
  .refine(isUncorruptedSecret, 'must be plain text, without control characters or broken ones');

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

/** Schemas of the settings whose form is checked. */
export const settingsSchema = z.object({
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
  DATABASE_DIRECT_URL: database.optional(),
  DATABASE_PREPARE: flag.optional(),
  SESSION_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .refine(isUncorruptedSecret, 'must be plain text, without control characters or broken ones')
    .optional(),
  TRUSTED_PROXIES: proxies.default([]),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[\w-]+$/, 'must be the name of a header, such as cf-ipcountry')
    .transform((name) => name.toLowerCase())
    .optional(),
  COUNTRY_DATABASE: z.string().optional(),
  STRIPE_API_BASE: publicUrl.optional(),
  CUSTOMERIO_REGION: z.enum(['eu', 'us'], { error: 'must be eu or us' }).default('eu'),
  CUSTOMERIO_API_BASE: publicUrl.optional(),
  CONTACT_EMAIL: z.email('must be an e-mail address').optional(),
  CONSENT_DAYS_EU_UK: z.coerce
    .number('must be a number between 30 and 365')
    .int('must be a whole number')
    .min(30, 'must be a number between 30 and 365')
    .max(SERVER_CONSENT_DAYS, 'must be a number between 30 and 365')
    .default(SERVER_CONSENT_DAYS),
  SIGN_UP: z.enum(SIGN_UP_MODES, { error: 'must be open, waitlist or closed' }).default('open'),
  OPERATOR_NAME: line.optional(),
  OPERATOR_ADDRESS: line.optional(),
  OPERATOR_EMAIL: z.email('must be an e-mail address').optional(),
  OPERATOR_PHONE: line.optional(),
  OPERATOR_HOST: line.optional(),
  OPERATOR_REGISTRATION: line.optional(),
  OPERATOR_VAT: line.optional(),
  OPERATOR_MEDIATOR: line.optional(),
  WEBHOOK_PRIVATE_ADDRESSES: flag.default('0'),
  BACKUP_DIR: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  BILLING_SANDBOX: flag.optional(),
  BILLING_TAX: z
    .string()
    .regex(/^(none|automatic|txr_\w+)$/, 'must be none, automatic or the id of a tax rate (txr_…)')
    .transform((value) => value as TaxSetting)
    .default('none'),
  ...providerSettingSchemas,
});

/**
 * Reads and checks all settings of the server from the environment variables. An empty one counts as unset. Relative
 * paths are resolved.
 * @throws {SettingsError} naming all problems at once
 */
export function readSettings(environment: Record<string, string | undefined> = process.env) {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  ) as Record<string, string>;
  const parsed = settingsSchema.safeParse(given);
  const problems = (parsed.error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')} ${message}.`,
  );
  problems.push(...findSettingsGroupProblems(given), ...findThirdPartyScriptIdProblems(given));
  problems.push(...findStartBlockingSafetyProblems(given, hasPublicName(given.PUBLIC_URL)));
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);

  const values = parsed.data;
  const billing = resolveBilling(values, given.STRIPE_SECRET_KEY !== undefined);
  const isPublic = hasPublicName(values.PUBLIC_URL);
  return {
    logLevel: values.LOG_LEVEL,
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL,
    baseUrl: getBaseUrl(values),
    dataDir: resolve(values.DATA_DIR),
    database: {
      url: values.DATABASE_URL,
      directUrl: values.DATABASE_DIRECT_URL,
      prepare: values.DATABASE_PREPARE !== '0',
    },
    sessionSecret: values.SESSION_SECRET,
    trustedProxies: values.TRUSTED_PROXIES,
    /** Name of the header with the country of a request, used before the country database. */
    countryHeader: values.COUNTRY_HEADER,
    countryDatabase: values.COUNTRY_DATABASE && resolve(values.COUNTRY_DATABASE),
    europeanConsentDays: values.CONSENT_DAYS_EU_UK,
    signUp: values.SIGN_UP,
    /** Folder of the nightly backups; undefined for none. */
    backupDir: values.BACKUP_DIR === undefined ? undefined : resolve(values.BACKUP_DIR),
    backupPassphrase: values.BACKUP_PASSPHRASE,
    billing,
    isTestModeShown: billing === 'sandbox' && !isOwnMachine(values),
    /** What the studio's page "Safe to open?" says of the settings. */
    safety: runDeploymentSafetyChecks(given),
    stripe: readStripeSettings(given, values.BILLING_TAX),
    billingTax: values.BILLING_TAX,
    google: readGoogleSettings(given),
    mail: readMailSettings(given),
    operatorEmail: readOperatorEmail(given),
    allowsPrivateWebhooks: values.WEBHOOK_PRIVATE_ADDRESSES === '1',
    operator: parseOperatorSettings(given),
    isPublic,
    thirdPartyScripts: listConfiguredThirdPartyScripts(given),
    tracking: readTrackingSettings(values, given.CUSTOMERIO_WRITE_KEY),
    recaptcha: readRecaptchaSettings(given),
    ...readProviderSettings(values, given),
    firebase: readFirebaseSettings(given),
  };
}

export type Settings = ReturnType<typeof readSettings>;

/** The base URL of the server: PUBLIC_URL, otherwise a local URL. */
function getBaseUrl({ PUBLIC_URL, HOST, PORT }: z.infer<typeof settingsSchema>): string {
  const name = ['0.0.0.0', '::'].includes(HOST) ? 'localhost' : HOST;
  return PUBLIC_URL ?? `http://${name.includes(':') ? `[${name}]` : name}:${PORT}`;
}

/** Whether an address is not one of this machine, so that people reach the server from elsewhere by it. */
function hasPublicName(address: string | undefined): boolean {
  const url = address === undefined ? null : URL.parse(address);
  return url !== null && !isLocal(url.hostname);
}

/** Whether only this machine reaches the server. */
const isOwnMachine = ({ PUBLIC_URL, HOST }: z.infer<typeof settingsSchema>) =>
  PUBLIC_URL === undefined ? isLoopbackHost(HOST) : !hasPublicName(PUBLIC_URL);

/** The sandbox gives passes for free, so it is the default only on a local machine without Stripe. */
function resolveBilling(values: z.infer<typeof settingsSchema>, hasStripe: boolean) {
  const isOwn = isOwnMachine(values);
  const sandbox =
    values.BILLING_SANDBOX === undefined ? !hasStripe && isOwn : values.BILLING_SANDBOX === '1';
  if (sandbox) return 'sandbox' as const;
  return hasStripe ? ('stripe' as const) : ('off' as const);
}

/** Two webhook secrets, with a comma between, while one replaces the other. */
function readStripeSettings(
  { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE }: Record<string, string>,
  tax: TaxSetting,
) {
  if (STRIPE_SECRET_KEY === undefined || STRIPE_WEBHOOK_SECRET === undefined) return undefined;
  const webhookSecrets = STRIPE_WEBHOOK_SECRET.split(',').map((part) => part.trim());
  return { secretKey: STRIPE_SECRET_KEY, webhookSecrets, apiBase: STRIPE_API_BASE, tax };
}

function readTrackingSettings(
  { CUSTOMERIO_REGION, CUSTOMERIO_API_BASE }: z.infer<typeof settingsSchema>,
  writeKey: string | undefined,
) {
  if (writeKey === undefined) return undefined;
  return { writeKey, region: CUSTOMERIO_REGION, apiBase: CUSTOMERIO_API_BASE };
}

function readGoogleSettings({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }: Record<string, string>) {
  if (GOOGLE_CLIENT_ID === undefined || GOOGLE_CLIENT_SECRET === undefined) return undefined;
  return { clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET };
}

function readRecaptchaSettings({
  RECAPTCHA_SITE_KEY,
  RECAPTCHA_SECRET_KEY,
}: Record<string, string>) {
  if (RECAPTCHA_SITE_KEY === undefined || RECAPTCHA_SECRET_KEY === undefined) return undefined;
  return { siteKey: RECAPTCHA_SITE_KEY, secretKey: RECAPTCHA_SECRET_KEY };
}

function readMailSettings({ SMTP_URL, MAIL_FROM }: Record<string, string>) {
  return { smtpUrl: SMTP_URL ?? null, from: MAIL_FROM ?? 'Envol <envol@localhost>' };
}

/** The address for messages to the operator: CONTACT_EMAIL, else the sender of e-mails. Null when none are sent. */
function readOperatorEmail({ CONTACT_EMAIL, SMTP_URL, MAIL_FROM }: Record<string, string>) {
  if (SMTP_URL === undefined) return null;
  return CONTACT_EMAIL ?? /[^\s<>]+@[^\s<>]+/.exec(MAIL_FROM ?? '')?.[0] ?? null;
}

function readFirebaseSettings(given: Record<string, string>): FirebaseWebConfig | undefined {
  const { FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN, FIREBASE_PROJECT_ID, FIREBASE_APP_ID } = given;
  if (!FIREBASE_API_KEY || !FIREBASE_AUTH_DOMAIN || !FIREBASE_PROJECT_ID || !FIREBASE_APP_ID)
    return undefined;
  return {
    apiKey: FIREBASE_API_KEY,
    authDomain: FIREBASE_AUTH_DOMAIN,
    projectId: FIREBASE_PROJECT_ID,
    appId: FIREBASE_APP_ID,
    emulatorHost: given.FIREBASE_AUTH_EMULATOR_HOST,
  };
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
