import { createHash, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import { authVerifications } from '../table.ts';
import { requireBuiltinAuthAdapter } from './reads.ts';

/** What sign-in by e-mail needs of the server. */
export type EmailSignInDeps = Pick<
  Dependencies,
  'auth' | 'jobs' | 'secret' | 'baseUrl' | 'clock' | 'signUp'
>;

export const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * Builds a link for an e-mail to the page for signing in (`mode` chooses its view), with the token in the fragment
 * (`#`), which browsers do not send to servers.
 */
export const buildAuthLink = (address: string, mode: string, token: string) =>
  `${address}/auth?mode=${mode}#${token}`;

/**
 * Builds a link as `buildAuthLink` does, with the e-mail address after the token, for the browser's password manager.
 */
export const buildAuthLinkWithEmail = (email: string, ...link: Parameters<typeof buildAuthLink>) =>
  `${buildAuthLink(...link)}/${encodeURIComponent(email)}`;

interface NewLink {
  purpose: string;
  value: string;
  /** In milliseconds from now. */
  lifetimeMs: number;
  /** The account that it belongs to, if there is one. */
  uid?: string | undefined;
}

/**
 * Creates a token for a link in an e-mail, which can be used once until it expires. Only its SHA-256 hash is stored, in
 * better-auth's format.
 */
export async function createLinkToken(
  db: Database,
  { purpose, value, lifetimeMs, uid }: NewLink,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const identifier = createHash('sha256').update(`${purpose}:${token}`).digest('base64url');
  const expiresAt = new Date(Date.now() + lifetimeMs);
  await db
    .insert(authVerifications)
    .values({ id: v7(), identifier, value, expiresAt, userId: uid });
  return token;
}

/**
 * Uses up the token of a link in an e-mail and returns the value stored with it.
 * @throws {AppError} link_expired (unknown, used, expired or of another purpose)
 */
export async function consumeLinkToken(
  auth: Dependencies['auth'],
  purpose: string,
  token: string,
): Promise<string> {
  const adapter = await requireBuiltinAuthAdapter(auth);
  const found = await adapter.consumeVerificationValue(`${purpose}:${token}`);
  if (!found) throw new AppError('link_expired');
  return found.value;
}
