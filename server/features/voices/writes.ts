import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { type EditActor, editVersionedRowWithAudit } from '#server/features/audit/writes.ts';
import type { Language } from '#shared/rules/languages.ts';
import type { NarrationSettings } from '#shared/rules/speech.ts';
import { readNarrationSettings } from './reads.ts';
import { voices } from './table.ts';

/** As one line each, which the audit log can show. */
const toAuditedFields = ({ words, styles }: NarrationSettings) => ({
  words: words.map(({ written, spoken }) => `${written} → ${spoken}`).join('\n'),
  styles: styles
    .map((one) => [one.target, one.voice, one.speed, one.style].filter((part) => part !== null))
    .map((parts) => parts.join(' · '))
    .join('\n'),
});

/**
 * Sets how the sessions of a language are spoken, with an audit entry; what is spoken already stays as it is.
 * @throws conflict (saved since `version`)
 */
export async function saveNarrationSettings(
  db: Database,
  editor: EditActor,
  language: Language,
  { version, words, styles }: NarrationSettings & { version: number },
): Promise<void> {
  await editVersionedRowWithAudit(db, {
    ...editor,
    version,
    action: 'voices.change',
    target: `voices ${language}`,
    state: toAuditedFields({ words, styles }),
    find: async (tx) => {
      // There may be no row yet that could be locked.
      await tx.execute(
        sql`select pg_advisory_xact_lock(hashtextextended(${`voices ${language}`}, 0))`,
      );
      const stored = (await readNarrationSettings(tx))[language];
      return { version: stored.version, state: toAuditedFields(stored) };
    },
    write: async (tx, next) => {
      const row = { version: next, words, styles };
      await tx
        .insert(voices)
        .values({ language, ...row })
        .onConflictDoUpdate({ target: voices.language, set: row });
    },
  });
}
