import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { audit } from '#server/features/audit/writes.ts';
import { users } from '../table.ts';

export type Role = 'member' | 'admin';

/**
 * Gives somebody a role and says so in the audit log, both or neither. Resolves to whether anything
 * changed. `actorId` is null on the command line.
 */
export async function changeRole(
  db: Database,
  { userId, role, actorId }: { userId: string; role: Role; actorId: string | null },
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const changed = await tx
      .update(users)
      .set({ role })
      .where(and(eq(users.id, userId), ne(users.role, role)))
      .returning({ id: users.id });
    if (changed.length === 0) return false;
    await audit(tx, {
      at: now,
      actorId,
      by: actorId === null ? 'command line' : 'admin',
      action: role === 'admin' ? 'role.grant' : 'role.revoke',
      subjectId: userId,
      details: { role },
    });
    return true;
  });
}
