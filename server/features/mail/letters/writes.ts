import { and, eq, lte, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { type EditActor, writeAuditEntryOfDifferences } from '#server/features/audit/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { MAX_LETTER_VERSIONS } from '#shared/contract/admin-letters.ts';
import type { Language } from '#shared/rules/languages.ts';
import { findLetterFaults, type LetterName, type LetterTexts } from '#shared/rules/letters.ts';
import { listLetterVersions } from './reads.ts';
import { letterVersions } from './table.ts';

interface LetterEdit {
  name: LetterName;
  language: Language;
  version: number;
  /** Null goes back to ours. */
  texts: LetterTexts | null;
}

/**
 * Saves the next version of a letter, of which the last thirty are kept.
 * @throws conflict (saved since `version`); invalid_input (another set of fields than ours, or other placeholders)
 */
export async function saveLetterVersion(
  db: Database,
  { actorId, now }: EditActor,
  { name, language, version, texts }: LetterEdit,
  ours: LetterTexts,
): Promise<void> {
  if (texts) assertWhole(ours, texts);
  await db.transaction(async (tx) => {
    const key = `letter ${name} ${language}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    const [last] = await listLetterVersions(tx, name, language);
    if ((last?.version ?? 0) !== version) throw new AppError('conflict');
    const next = { name, language, version: version + 1, texts };
    await tx.insert(letterVersions).values({ ...next, savedAt: now, savedBy: actorId });
    const isOld = and(
      eq(letterVersions.name, name),
      eq(letterVersions.language, language),
      lte(letterVersions.version, version + 1 - MAX_LETTER_VERSIONS),
    );
    await tx.delete(letterVersions).where(isOld);
    const details = { language, isOurs: texts === null };
    const edit = {
      actorId,
      now,
      action: 'letter.change',
      target: `letter ${name}`,
      details,
    } as const;
    await writeAuditEntryOfDifferences(tx, edit, last?.texts ?? ours, texts ?? ours);
  });
}

function assertWhole(ours: LetterTexts, texts: LetterTexts): void {
  const strange = Object.keys(texts).filter((field) => !(field in ours));
  const faults = findLetterFaults(ours, texts);
  const isOneLine = !/[\r\n]/.test(texts.subject ?? '');
  if (strange.length > 0 || faults || !isOneLine)
    throw new AppError('invalid_input', { texts: 'invalid' });
}
