import { randomBytes } from 'node:crypto';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import { type EditActor, writeAuditEntryOfDifferences } from '#server/features/audit/writes.ts';
import { API_TOKEN_PREFIX } from '#server/http/api-token.ts';
import { AppError } from '#server/http/errors.ts';
import { type ApiScope, MAX_API_TOKENS } from '#shared/rules/api-scopes.ts';
import { hashApiToken } from './policy.ts';
import { listApiTokens } from './reads.ts';
import { apiTokens } from './table.ts';

const DAY_MS = 86_400_000;
/** For how long an expired token stays in the list, so that it can be seen why a program is refused. */
const SHOWN_DAYS = 30;

/**
 * Creates a token for so many days; resolves to it, of which only the hash is kept.
 * @throws too_many
 */
export async function createApiToken(
  db: Database,
  { actorId, now }: EditActor,
  { name, scopes, days }: { name: string; scopes: readonly ApiScope[]; days: number },
): Promise<string> {
  const token = `${API_TOKEN_PREFIX}${randomBytes(24).toString('base64url')}`;
  await db.transaction(async (tx) => {
    // One after the other: one beyond the number that is listed could not be revoked.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('api tokens', 0))`);
    if ((await listApiTokens(tx)).length >= MAX_API_TOKENS) throw new AppError('too_many');
    const expiresAt = new Date(now.getTime() + days * DAY_MS);
    const allowed = [...new Set(scopes)];
    await tx.insert(apiTokens).values({
      userId: actorId,
      name,
      tokenHash: hashApiToken(token),
      scopes: allowed,
      createdAt: now,
      expiresAt,
    });
    const details = { scopes: allowed.join(' '), days };
    const edit = {
      actorId,
      now,
      action: 'token.create',
      target: `token ${name}`,
      details,
    } as const;
    await writeAuditEntryOfDifferences(tx, edit, null, null);
  });
  return token;
}

/**
 * Ends a token.
 * @throws not_found
 */
export async function revokeApiToken(db: Database, editor: EditActor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(apiTokens)
      .where(eq(apiTokens.id, id))
      .returning({ name: apiTokens.name });
    if (!ended) throw new AppError('not_found');
    const edit = { ...editor, action: 'token.revoke', target: `token ${ended.name}` } as const;
    await writeAuditEntryOfDifferences(tx, edit, null, null);
  });
}

export async function markApiTokenUsed(db: Database, id: string, now: Date): Promise<void> {
  await db.update(apiTokens).set({ lastUsedAt: now }).where(eq(apiTokens.id, id));
}

/** Ends every token of an account of this server itself, as when it is locked. */
export async function revokeApiTokensOfIdentity(db: Database, uid: string): Promise<void> {
  const owner = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.provider, 'builtin'), eq(users.subject, uid)));
  await db.delete(apiTokens).where(inArray(apiTokens.userId, owner));
}

/** Deletes the tokens that expired a while ago. */
export async function deleteExpiredApiTokens(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SHOWN_DAYS * DAY_MS);
  await db.delete(apiTokens).where(lt(apiTokens.expiresAt, before));
}
