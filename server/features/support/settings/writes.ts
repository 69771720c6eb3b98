import type { Database } from '#server/db/connect.ts';
import { editRow } from '#server/features/audit/writes.ts';
import type { SupportSettings } from '#shared/contract/admin-support.ts';
import { supportSettings } from '../table.ts';

/** What the audit log calls the settings. */
export const SUPPORT_SETTINGS = 'support settings';

/** Returns what admins edit of the settings. */
export const toSettings = ({
  isOpen,
  who,
  answerHours,
}: typeof supportSettings.$inferSelect): SupportSettings => ({ isOpen, who, answerHours });

/** Reads the settings, which are there from the first time that somebody asks; `lock` keeps others from changing them. */
export async function readSettings(db: Database, lock = false) {
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
 * Changes who answers, how soon, and whether questions are taken.
 * @throws {AppError} `conflict` when somebody else has changed it since `version`
 */
export async function changeSettings(
  db: Database,
  editor: { actorId: string; now: Date },
  { version, settings }: { version: number; settings: SupportSettings },
): Promise<void> {
  await editRow<{ [Name in keyof SupportSettings]: SupportSettings[Name] }>(db, {
    ...editor,
    version,
    action: 'support.change',
    target: SUPPORT_SETTINGS,
    find: async (tx) => {
      const stored = await readSettings(tx, true);
      return { version: stored.version, state: toSettings(stored) };
    },
    write: async (tx, next) => {
      await tx.update(supportSettings).set({ ...settings, version: next });
      return settings;
    },
  });
}
