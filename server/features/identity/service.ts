import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { genericOAuth, twoFactor } from 'better-auth/plugins';
import { v7 } from 'uuid';
import type { Database } from '#server/db/connect.ts';
import { unmaskOutage } from '#server/db/outage.ts';
import { AppError, getSqlState } from '#server/http/errors.ts';
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
/** For how long better-auth takes no code after ten wrong ones. */
const LOCK_S = 900;

export interface BuiltinAuthOptions {
  db: Database;
  secret: string;
  /** Where people reach this server, without a trailing slash. */
  baseUrl: string;
  /** Sign-in with Google, when its keys are set. */
  google?: GoogleSettings | undefined;
  /** Who may create an account; with Google nobody new, unless it is open. */
  signUp: SignUpMode;
}

/** Where Google sends people back to, relative to the address. */
export const GOOGLE_CALLBACK = '/api/auth/callback/google';

/**
 * better-auth on our own database, the builtin identity provider.
 * Its own routes are not mounted: ours call its API, so that every input and reply is in the contract.
 */
export function createBuiltinAuth({ db, secret, baseUrl, google, signUp }: BuiltinAuthOptions) {
  return betterAuth({
    secret,
    baseURL: baseUrl,
    basePath: '/api/auth',
    database: drizzleAdapter(db, {
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
      // Ours (sign-up.ts): of sign-ups at once one wins.
      disableSignUp: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: verifyPassword },
      revokeSessionsOnPasswordReset: true,
    },
    // The links in our e-mails open accounts: the database stores only their hashes.
    verification: { storeIdentifier: 'hashed' },
    // An identity is its provider and subject: an address that two of them share joins nothing.
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
      // Google is asked who somebody is, once; its tokens are of no further use.
      account: {
        create: {
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null },
          }),
        },
      },
    },
    onAPIError: { errorURL: `${baseUrl}/auth?refused=google` },
    session: { expiresIn: 30 * DAY_S, updateAge: DAY_S },
    advanced: {
      cookiePrefix: 'envol',
      // The prefix is ours to choose: `__Host-` for the one that signs in (wire.ts).
      useSecureCookies: false,
      defaultCookieAttributes: { secure: baseUrl.startsWith('https:') },
      cookies: { session_token: { name: getSessionCookieName(baseUrl) } },
      // The address of a person is not ours to keep; of the browser only a coarse name (`deviceOf`).
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => v7() },
    },
    // Our own limits are atomic and in PostgreSQL (http/limits.ts); two would disagree.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error', log: () => undefined },
  });
}

export type BuiltinAuth = ReturnType<typeof createBuiltinAuth>;

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
 * Calls better-auth and maps its errors to our codes.
 * @throws {AppError}
 */
export async function callBetterAuth<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await unmaskOutage(call);
  } catch (error) {
    // The account was erased between the look and the write.
    if (getSqlState(error) === '23503') throw new AppError('wrong_credentials');
    // The same was done twice at once, and the other was faster.
    if (getSqlState(error) === '23505') throw new AppError('conflict');
    if (!(error instanceof APIError)) throw error;
    const code = error.body?.code ?? '';
    const known = ERROR_CODES.find(([pattern]) => pattern.test(code));
    if (known) throw known[1]();
    if (error.statusCode === 401) throw new AppError('wrong_credentials');
    if (error.statusCode < 500) throw new AppError('invalid_input');
    throw error;
  }
}
