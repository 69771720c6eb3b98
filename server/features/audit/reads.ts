import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import { auditLog } from './table.ts';

const ACTIONS_ABOUT = {
  pricing: [
    'price.change',
    'plan.change',
    'offer.create',
    'offer.end',
    'offer.delete',
    'promotion.create',
    'promotion.end',
  ],
};

interface AuditFilter {
  limit: number;
  /** The id of the last entry of the previous page; entries older than it are listed. */
  before?: string | undefined;
  about?: keyof typeof ACTIONS_ABOUT | undefined;
  /** The id of the person affected. */
  subject?: string | undefined;
}

/**
 * Lists entries of the audit log, newest first: `limit`, with one more when another page follows. `actor` and `subject`
 * are e-mail addresses, null where there is none and for erased people.
 */
export async function listAuditEntries(
  db: Database,
  { limit, before, about, subject }: AuditFilter,
) {
  const actors = alias(users, 'actors');
  const subjects = alias(users, 'subjects');
  return db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      by: auditLog.by,
      action: auditLog.action,
      target: auditLog.target,
      details: auditLog.details,
      before: auditLog.before,
      after: auditLog.after,
      actor: actors.email,
      subject: subjects.email,
    })
    .from(auditLog)
    .leftJoin(actors, eq(actors.id, auditLog.actorId))
    .leftJoin(subjects, eq(subjects.id, auditLog.subjectId))
    .where(
      and(
        before === undefined ? undefined : lt(auditLog.id, before),
        about && inArray(auditLog.action, ACTIONS_ABOUT[about]),
        subject === undefined ? undefined : eq(auditLog.subjectId, subject),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit + 1);
}

/** Lists when, and by which admin, stored e-mails addressed to a person were opened: newest first, at most `limit`. */
export async function listStoredEmailOpenings(db: Database, userId: string, limit: number) {
  return db
    .select({ id: auditLog.id, at: auditLog.at, by: users.name })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.subjectId, userId), eq(auditLog.action, 'email.read')))
    .orderBy(desc(auditLog.id))
    .limit(limit);
}

/**
 * Returns the last edit of `target`: `at` (ISO 8601) and `by`, the editor's e-mail address, null once erased. Null when
 * it was never edited.
 */
export async function findLastEdit(db: Database, target: string) {
  const [last] = await db
    .select({ at: auditLog.at, by: users.email })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(eq(auditLog.target, target))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return last ? { at: last.at.toISOString(), by: last.by } : null;
}
