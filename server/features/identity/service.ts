import { betterAuth } from 'better-auth/minimal';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { PgTable } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';
import type { Database } from '#server/db/connect.ts';
import { rethrowOriginalOutageErrors } from '#server/db/outage.ts';
import { findSqlState } from '#server/db/driver.ts';
import { AppError } from '#server/http/errors.ts';
import type { Identity } from '#server/http/identity.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import type { SignUpMode } from '#shared/rules/sign-up.ts';
import { hashPassword, verifyPassword } from './builtin/hash-password.ts';
import { type GoogleSettings, createGoogleProvider } from './google/service.ts';
import {
  authAccounts,
  authSessions,
  authTwoFactors,
  authUsers,
  authVerifications,
} from './table.ts';
import { getSessionCookieName } from './wire.ts';

const DAY_S = 86_400;
/** How long better-auth accepts no code after ten wrong ones. */
const LOCK_S = 900;

/** How long a session lasts, and how long after it began or was prolonged a use prolongs it. */
const SESSION = { expiresIn: 30 * DAY_S, updateAge: DAY_S };

/** Whether better-auth would prolong the session of an identity at `now`, so that others are spared asking it. */
export function isSignInSessionExtensionDue({ expiresAt }: Identity, now: Date): boolean {
  const lastsMs = (SESSION.expiresIn - SESSION.updateAge) * 1000;
  return expiresAt === undefined || expiresAt.getTime() - now.getTime() <= lastsMs;
}

export interface BuiltinAuthOptions {
  db: Database;
  secret: string;
  /** Public origin of this server, without a trailing slash. */
  baseUrl: string;
  /** Settings of sign-in with Google; undefined when its keys are not set. */
  google?: GoogleSettings | undefined;
  /** Who may create an account; sign-in with Google creates one only when it is `open`. */
  signUp: SignUpMode;
}

export const GOOGLE_CALLBACK_PATH = '/api/auth/callback/google';

/**
 * Creates better-auth on our database, the builtin identity provider. Its own routes are not mounted: ours call its
 * API, so that every input and reply is in the contract.
 */
export function createBuiltinAuth({ db, secret, baseUrl, google, signUp }: BuiltinAuthOptions) {
  return betterAuth({
    secret,
    baseURL: baseUrl,
    basePath: '/api/auth',
    database: drizzleAdapter(keepFirstAccount(db), {
      provider: 'pg',
      schema: {
        user: authUsers,
        session: authSessions,
        account: authAccounts,
        verification: authVerifications,
        twoFactor: authTwoFactors,
      },
    }),
    emailAndPassword: {
      enabled: true,
      // Ours (sign-up.ts) handles simultaneous sign-ups.
      disableSignUp: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: verifyPassword },
      revokeSessionsOnPasswordReset: true,
    },
    // The links in our e-mails open accounts: the database stores only their hashes.
    verification: { storeIdentifier: 'hashed' },
    // An identity is its provider and subject: identities with the same address are not linked.
    account: { accountLinking: { enabled: false }, updateAccountOnSignIn: false },
    plugins: [
      twoFactor({ issuer: PRODUCT_NAME }),
      ...(google
        ? [
            genericOAuth({
              config: [
                { ...createGoogleProvider(google, baseUrl), disableSignUp: signUp !== 'open' },
              ],
            }),
          ]
        : []),
    ],
    databaseHooks: {
      // Google's tokens are used once, to identify the person, and not stored.
      account: {
        create: {
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
      },
    },
    onAPIError: { errorURL: `${baseUrl}/auth?refused=google` },
    session: SESSION,
    advanced: {
      cookiePrefix: 'envol',
      // The prefix is ours to choose: `__Host-` for the one that signs in (wire.ts).
      useSecureCookies: false,
      defaultCookieAttributes: { secure: baseUrl.startsWith('https:') },
      cookies: { session_token: { name: getSessionCookieName(baseUrl) } },
      // IP addresses are not stored; of the browser only a coarse name (`describeDevice`).
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => v7() },
    },
    // Our own limits are atomic and in PostgreSQL (http/rate-limits.ts); two would disagree.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error', log: () => undefined },
  });
}

export type BuiltinAuth = ReturnType<typeof createBuiltinAuth>;

/**
 * Returns the database with inserts of accounts that add nothing when the e-mail address has one, which refuses the
 * sign-in. better-auth looks first, but simultaneous callbacks of Google all find none, and the error of the unique
 * index would put the address into the database's log.
 */
function keepFirstAccount(db: Database): Database {
  const insert = (table: PgTable) => {
    const builder = db.insert(table);
    return table === authUsers
      ? { values: (row: object) => builder.values(row).onConflictDoNothing() }
      : builder;
  };
  return Object.assign(Object.create(db) as Database, { insert });
}

const ERROR_CODES: [RegExp, () => AppError][] = [
  [/^INVALID_CODE|^INVALID_BACKUP_CODE/, () => new AppError('wrong_code')],
  [
    /^TOO_MANY_ATTEMPTS|^ACCOUNT_TEMPORARILY_LOCKED/,
    () => new AppError('too_many_requests', undefined, { retryAfter: LOCK_S }),
  ],
  [/^TOTP_ALREADY_ENABLED/, () => new AppError('conflict')],
  [/^INVALID_TOKEN|^TOKEN_EXPIRED/, () => new AppError('link_expired')],
  [
    /^INVALID_PASSWORD|^CREDENTIAL_ACCOUNT_NOT_FOUND|^INVALID_EMAIL_OR_PASSWORD/,
    () => new AppError('wrong_credentials'),
  ],
];

/**
 * Calls better-auth and translates its errors into AppErrors; failures of the database are thrown as they are.
 * @throws {AppError} wrong_credentials; wrong_code; too_many_requests; link_expired; conflict; invalid_input
 */
export async function translateAuthErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await rethrowOriginalOutageErrors(call);
  } catch (error) {
    // The account was erased between the read and the write.
    if (findSqlState(error) === '23503') throw new AppError('wrong_credentials');
    // A simultaneous identical call was faster.
    if (findSqlState(error) === '23505') throw new AppError('conflict');
    // The key of an app was encrypted with a former secret of the server; the cipher's own words for it.
    if (error instanceof Error && error.message === 'invalid tag')
      throw new AppError('wrong_code', undefined, { cause: error });
    if (!(error instanceof APIError)) throw error;
    const code = error.body?.code ?? '';
    const known = ERROR_CODES.find(([pattern]) => pattern.test(code));
    if (known) throw known[1]();
    if (error.statusCode === 401) throw new AppError('wrong_credentials');
    if (error.statusCode < 500) throw new AppError('invalid_input');
    throw error;
  }
}
