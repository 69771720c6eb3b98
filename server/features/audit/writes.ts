import type { Database } from '#server/db/connect.ts';
import { auditLog } from './table.ts';

export type AuditEntry = Omit<typeof auditLog.$inferInsert, 'id'>;

/** Adds an audit entry in the transaction of the change it records. */
export async function writeAuditEntry(db: Database, entry: AuditEntry): Promise<void> {
  await db.insert(auditLog).values(entry);
}
