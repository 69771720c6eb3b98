import { and, eq, ne } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import { writeAuditEntry } from '#server/features/audit/writes.ts';
import type { Role } from '#shared/rules/roles.ts';

/**
 * Changes a person's role and writes the audit entry in one transaction; resolves to whether it changed. `actorId` is
 * null for a change on the command line.
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
    await writeAuditEntry(tx, {
      at: now,
      actorId,
      by: actorId === null ? 'command line' : 'admin',
      action: role !== 'member' ? 'role.grant' : 'role.revoke',
      subjectId: userId,
      details: { role },
    });
    return true;
  });
}
