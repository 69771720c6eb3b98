import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import {
  buildActivePassSubquery,
  buildCallerColumns,
  toCallerProfile,
} from '#server/features/billing/reads.ts';
import type { ApiTokenCaller } from '#server/http/api-token.ts';
import { MAX_API_TOKENS } from '#shared/rules/api-scopes.ts';
import { hashApiToken } from './policy.ts';
import { apiTokens } from './table.ts';

/** Lists the tokens, the newest first, each with whose it is by address. */
export const listApiTokens = (db: Database) =>
  db
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      scopes: apiTokens.scopes,
      by: users.email,
      createdAt: apiTokens.createdAt,
      expiresAt: apiTokens.expiresAt,
      lastUsedAt: apiTokens.lastUsedAt,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .orderBy(desc(apiTokens.id))
    .limit(MAX_API_TOKENS);

/**
 * Finds who calls with a token, with its scopes and their role of this moment; null when it is unknown, revoked or
 * expired, or older than the moment from which its owner's sign-ins at Firebase are valid.
 */
export async function findTokenCaller(
  db: Database,
  token: string,
  now: Date,
): Promise<ApiTokenCaller | null> {
  // No endpoint for tokens depends on a pass, so passes of the test mode may count.
  const pass = buildActivePassSubquery(db, sql`${now.toISOString()}::timestamptz`, sql`false`);
  const { own: _, ...columns } = buildCallerColumns(pass, undefined);
  const [row] = await db
    .select({
      ...columns,
      provider: users.provider,
      subject: users.subject,
      tokenId: apiTokens.id,
      scopes: apiTokens.scopes,
      lastUsedAt: apiTokens.lastUsedAt,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .leftJoinLateral(pass, sql`true`)
    .where(
      and(
        eq(apiTokens.tokenHash, hashApiToken(token)),
        gt(apiTokens.expiresAt, now),
        or(isNull(users.tokensValidAfter), gt(apiTokens.createdAt, users.tokensValidAfter)),
      ),
    )
    .limit(1);
  if (!row) return null;
  const { provider, subject, tokenId, scopes, lastUsedAt, ...profile } = row;
  const identity = {
    provider: provider as 'builtin' | 'firebase',
    uid: subject,
    email: profile.email,
    emailConfirmed: true,
  };
  return {
    tokenId,
    scopes,
    lastUsedAt,
    principal: { identity, user: toCallerProfile(profile) },
  };
}
