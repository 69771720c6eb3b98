import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import type { Database } from '#server/db/connect.ts';
import { AppError } from '#server/http/errors.ts';
import { authAccounts, authSessions, authUsers, authVerifications } from './table.ts';

const DAY_S = 86_400;

export interface BuiltinAuthOptions {
  db: Database;
  secret: string;
  /** The address people use, or null when the server is only reached by the host it is called by. */
  publicUrl: string | null;
}

/** The name of the sign-in cookie; `__Secure-` is added by the browser's rule when served over https. */
export const SESSION_COOKIE = 'envol.session_token';

/**
 * better-auth on our own database, the builtin identity provider.
 * Its own routes are not mounted: ours call its API, so that every input and reply is in the contract.
 */
export function createBuiltinAuth({ db, secret, publicUrl }: BuiltinAuthOptions) {
  return betterAuth({
    secret,
    baseURL: publicUrl ?? 'http://127.0.0.1',
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
    emailAndPassword: { enabled: true, minPasswordLength: 8, maxPasswordLength: 128 },
    session: { expiresIn: 30 * DAY_S, updateAge: DAY_S },
    advanced: {
      cookiePrefix: 'envol',
      useSecureCookies: publicUrl?.startsWith('https:') ?? false,
      // The address and the browser of a person are not ours to keep.
      ipAddress: { disableIpTracking: true },
    },
    // Our own limits are atomic and in PostgreSQL (http/limits.ts); two would disagree.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: 'error', log: () => undefined },
  });
}

export type BuiltinAuth = ReturnType<typeof createBuiltinAuth>;

/** Calls better-auth and turns its refusals into our codes. @throws {AppError} */
export async function refusing<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    const code = error.body?.code ?? '';
    if (code.startsWith('USER_ALREADY_EXISTS')) throw new AppError('email_unusable');
    if (error.statusCode === 401) throw new AppError('wrong_credentials');
    if (error.statusCode < 500) throw new AppError('invalid_input');
    throw error;
  }
}
