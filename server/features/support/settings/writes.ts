import type { Database } from '#server/db/connect.ts';
import { type EditActor, editVersionedRowWithAudit } from '#server/features/audit/writes.ts';
import type { SupportSettings } from '#shared/contract/admin-support.ts';
import { supportSettings } from '../table.ts';

export const SUPPORT_SETTINGS_AUDIT_TARGET = 'support settings';

/** Returns the fields of the stored support settings that admins edit. */
export const toSupportSettings = ({
  isOpen,
  who,
  answerHours,
}: typeof supportSettings.$inferSelect): SupportSettings => ({ isOpen, who, answerHours });

/**
 * Returns the support settings, and creates them with defaults (closed) if they do not exist. With `lock`, the row
 * stays locked until the transaction ends.
 */
export async function findOrCreateSupportSettings(db: Database, lock = false) {
  const read = async () => {
    const query = db.select().from(supportSettings);
    const [row] = await (lock ? query.for('update') : query);
    return row;
  };
  const found = await read();
  if (found) return found;
  await db.insert(supportSettings).values({}).onConflictDoNothing();
  const settings = await read();
  if (!settings) throw new Error('The settings returned no row');
  return settings;
}

/**
 * Changes the support settings: who answers, how soon, and whether questions are accepted.
 * @throws {AppError} `conflict` (changed since `version`)
 */
export async function changeSupportSettings(
  db: Database,
  editor: EditActor,
  { version, settings }: { version: number; settings: SupportSettings },
): Promise<void> {
  await editVersionedRowWithAudit<{ [Name in keyof SupportSettings]: SupportSettings[Name] }>(db, {
    ...editor,
    version,
    action: 'support.change',
    target: SUPPORT_SETTINGS_AUDIT_TARGET,
    state: settings,
    find: async (tx) => {
      const stored = await findOrCreateSupportSettings(tx, true);
      return { version: stored.version, state: toSupportSettings(stored) };
    },
    write: async (tx, next) => {
      await tx.update(supportSettings).set({ ...settings, version: next });
    },
  });
}
