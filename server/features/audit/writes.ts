import type { Database } from '#server/db/connect.ts';
import { auditLog } from './table.ts';

export type AuditEntry = Omit<typeof auditLog.$inferInsert, 'id'>;

/** Adds one entry, in the transaction of the change it tells of. */
export async function audit(db: Database, entry: AuditEntry): Promise<void> {
  await db.insert(auditLog).values(entry);
}
