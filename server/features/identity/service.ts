import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins';
import { v7 } from 'uuid';
import type { Database } from '#server/db/connect.ts';
import { exposeOutage } from '#server/db/outage.ts';
import { AppError, getSqlState } from '#server/http/errors.ts';
import { hashPassword, verifyPassword } from './builtin/hash-password.ts';
import { type GoogleSettings, createGoogleProvider } from './google/service.ts';
import { authAccounts, authSessions, authUsers, authVerifications } from './table.ts';
import { getSessionCookieName } from './wire.ts';

const DAY_S = 86_400;

export interface BuiltinAuthOptions {
  db: Database;
  secret: string;
  /** Where people reach this server, without a trailing slash. */
  baseUrl: string;
  /** Sign-in with Google, when its keys are set. */
  google?: GoogleSettings | undefined;
  /** Called when somebody signs up with an address that already has an account; the reply does not reveal it. */
  onExistingEmail?: (user: { id: string; email: string }) => Promise<void>;
}

/** Where Google sends people back to, relative to the address. */
export const GOOGLE_CALLBACK = '/api/auth/callback/google';

/**
 * better-auth on our own database, the builtin identity provider.
 * Its own routes are not mounted: ours call its API, so that every input and reply is in the contract.
 */
export function createBuiltinAuth({
  db,
  secret,
  baseUrl,
  google,
  onExistingEmail,
}: BuiltinAuthOptions) {
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
      },
    }),
    emailAndPassword: {
      enabled: true,
      // Signing in is a second step, so that signing up answers alike for a known address.
      autoSignIn: false,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: verifyPassword },
      revokeSessionsOnPasswordReset: true,
      onExistingUserSignUp: async ({ user }) => onExistingEmail?.(user),
    },
    // The links in our e-mails open accounts: the database stores only their hashes.
    verification: { storeIdentifier: 'hashed' },
    // An identity is its provider and subject: an address that two of them share joins nothing.
    account: { accountLinking: { enabled: false }, updateAccountOnSignIn: false },
    plugins: google ? [genericOAuth({ config: [createGoogleProvider(google, baseUrl)] })] : [],
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
    return await exposeOutage(call);
  } catch (error) {
    // The account was erased between the look and the write.
    if (getSqlState(error) === '23503') throw new AppError('wrong_credentials');
    if (!(error instanceof APIError)) throw error;
    const code = error.body?.code ?? '';
    const known = ERROR_CODES.find(([pattern]) => pattern.test(code));
    if (known) throw known[1]();
    if (error.statusCode === 401) throw new AppError('wrong_credentials');
    if (error.statusCode < 500) throw new AppError('invalid_input');
    throw error;
  }
}
