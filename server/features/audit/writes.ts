import { isDeepStrictEqual } from 'node:util';
import type { Database } from '#server/db/connect.ts';
import { AppError } from '#server/http/errors.ts';
import type { AuditAction } from '#shared/rules/audit-actions.ts';
import { type AuditedFields, auditLog } from './table.ts';

export type AuditEntry = Omit<typeof auditLog.$inferInsert, 'id' | 'action'> & {
  action: AuditAction;
};

/** Adds an audit entry in the transaction of the change it records. */
export async function writeAuditEntry(db: Database, entry: AuditEntry): Promise<void> {
  await db.insert(auditLog).values(entry);
}

export interface EditActor {
  actorId: string;
  now: Date;
}

/** What an admin does, and what is affected. */
export interface AuditedEdit extends Omit<EditActor, 'actorId'> {
  /** Null where the admin's account is deleted. */
  actorId: string | null;
  action: AuditAction;
  /** What is edited, by kind and name, such as `author envol-editorial`. */
  target: string;
  subjectId?: string;
  /** Further facts, such as the reason given. */
  details?: AuditEntry['details'];
}

export interface VersionedRow<State extends AuditedFields> {
  version: number;
  state: State;
}

interface RowEdit<State extends AuditedFields> extends AuditedEdit {
  version: number;
  /** Reads the row and locks it (`for update`); null when there is none. */
  find: (tx: Database) => Promise<VersionedRow<State> | null>;
  /** The state to write, with the fields that `find` reads. */
  state: State;
  /** Writes that state with the given version, the next one. */
  write: (tx: Database, version: number, before: State) => Promise<void>;
}

/**
 * Changes a row that several admins may edit, and writes an audit entry with the fields that changed, in one
 * transaction. `write` receives the next version and must store it; it is not called when no field has changed.
 * @throws not_found (no such row); conflict (`version` is not the present one)
 */
export async function editVersionedRowWithAudit<State extends AuditedFields>(
  db: Database,
  { version, find, state, write, ...edit }: RowEdit<State>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = await find(tx);
    if (!stored) throw new AppError('not_found');
    if (stored.version !== version) throw new AppError('conflict');
    if (listChangedFields(stored.state, state).length === 0) return;
    await write(tx, version + 1, stored.state);
    await writeAuditEntryOfDifferences(tx, edit, stored.state, state);
  });
}

/**
 * Writes an audit entry with the fields that differ between `before` and `after` (null for a missing one); texts are
 * cut to 1,000 characters.
 */
export async function writeAuditEntryOfDifferences(
  tx: Database,
  { actorId, now, action, target, subjectId, details = {} }: AuditedEdit,
  before: AuditedFields | null,
  after: AuditedFields | null,
): Promise<void> {
  const names = listChangedFields(before, after);
  const pick = (from: AuditedFields | null) =>
    from && Object.fromEntries(names.map((name) => [name, shorten(from[name])]));
  const what = { actorId, at: now, by: 'admin' as const, action, target, subjectId, details };
  await writeAuditEntry(tx, { ...what, before: pick(before), after: pick(after) });
}

const listChangedFields = (before: AuditedFields | null, after: AuditedFields | null) =>
  Object.keys({ ...before, ...after }).filter(
    (name) => !isDeepStrictEqual(before?.[name], after?.[name]),
  );

/** Characters of a text that the log keeps; versions of whole texts are kept by the features that own them. */
const MAX_LOGGED_LENGTH = 1000;

function shorten(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= MAX_LOGGED_LENGTH) return value ?? null;
  return `${value.slice(0, MAX_LOGGED_LENGTH)}…`;
}
