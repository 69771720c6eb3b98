import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import { writeAuditEntry } from '#server/features/audit/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { moveWaitingGifts } from '../gifts/writes.ts';
import type { PriceChangeAuthor } from '../prices/writes.ts';
import { passes } from '../table.ts';

/** A pass to grant. It begins at once; `endsAt` null means that it never ends. */
interface Grant {
  userId: string;
  tier: 'premium' | 'lifetime';
  endsAt: Date | null;
  reason: string;
}

/**
 * Grants a pass, with an audit entry, and returns its id; `actorId` is null on the command line. Sends no e-mail.
 * @throws not_found (no such person); invalid_input (`endsAt` is not in the future)
 */
export async function grantPass(
  db: Database,
  { userId, tier, endsAt, reason }: Grant,
  { actorId, at }: { actorId: string | null; at: Date },
): Promise<string> {
  if (endsAt && endsAt <= at) throw new AppError('invalid_input', { endsAt: 'out_of_range' });
  return db.transaction(async (tx) => {
    const [owner] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, userId))
      .limit(1)
      .for('update');
    if (!owner) throw new AppError('not_found');
    const [pass] = await tx
      .insert(passes)
      .values({ userId, tier, source: 'grant', startsAt: at, createdAt: at, endsAt, reason })
      .returning({ id: passes.id });
    if (!pass) throw new AppError('server_error');
    const details = { pass: pass.id, tier, endsAt: endsAt?.toISOString() ?? null, reason };
    const by = actorId === null ? 'command line' : 'admin';
    const entry = { actorId, at, by, subjectId: userId, details } as const;
    await writeAuditEntry(tx, { ...entry, action: 'pass.grant' });
    return pass.id;
  });
}

/**
 * Revokes a granted pass, with an audit entry; does nothing when it is revoked already. Sends no e-mail.
 * @throws not_found (no such pass, or it was bought)
 */
export async function revokePass(
  db: Database,
  { id, reason }: { id: string; reason: string },
  { actorId, at }: PriceChangeAuthor,
): Promise<void> {
  await db.transaction(async (tx) => {
    const isGrant = and(eq(passes.id, id), eq(passes.source, 'grant'));
    const [pass] = await tx.select().from(passes).where(isGrant).limit(1);
    if (!pass) throw new AppError('not_found');
    const revoked = await tx
      .update(passes)
      .set({ revokedAt: at })
      .where(and(isGrant, isNull(passes.revokedAt)))
      .returning({ id: passes.id });
    if (revoked.length === 0) return;
    await moveWaitingGifts(tx, pass.userId, at);
    const entry = { actorId, at, by: 'admin', subjectId: pass.userId } as const;
    const details = { pass: id, tier: pass.tier, reason };
    await writeAuditEntry(tx, { ...entry, action: 'pass.revoke', details });
  });
}
