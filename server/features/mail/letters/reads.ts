import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import { MAX_LETTER_VERSIONS } from '#shared/contract/admin-letters.ts';
import type { Language } from '#shared/rules/languages.ts';
import { LETTER_NAMES, type LetterName, type LetterTexts } from '#shared/rules/letters.ts';
import { letterVersions } from './table.ts';

const buildLetterCondition = (name: LetterName, language: Language) =>
  and(eq(letterVersions.name, name), eq(letterVersions.language, language));

/** Lists the versions of a letter in a language, the newest first, with who saved each by address. */
export const listLetterVersions = (db: Database, name: LetterName, language: Language) =>
  db
    .select({
      version: letterVersions.version,
      texts: letterVersions.texts,
      savedAt: letterVersions.savedAt,
      by: users.email,
    })
    .from(letterVersions)
    .leftJoin(users, eq(users.id, letterVersions.savedBy))
    .where(buildLetterCondition(name, language))
    .orderBy(desc(letterVersions.version))
    .limit(MAX_LETTER_VERSIONS);

/** Finds the operator's texts of a letter; null where ours are sent. */
export async function findEditedLetter(
  db: Database,
  name: LetterName,
  language: Language,
): Promise<LetterTexts | null> {
  const [last] = await db
    .select({ texts: letterVersions.texts })
    .from(letterVersions)
    .where(buildLetterCondition(name, language))
    .orderBy(desc(letterVersions.version))
    .limit(1);
  return last?.texts ?? null;
}

/** Lists the letters whose last version is the operator's, with its texts. */
export async function listEditedLetters(db: Database) {
  const last = await db
    .selectDistinctOn([letterVersions.name, letterVersions.language], {
      name: letterVersions.name,
      language: letterVersions.language,
      texts: letterVersions.texts,
    })
    .from(letterVersions)
    .orderBy(letterVersions.name, letterVersions.language, desc(letterVersions.version))
    .limit(2 * LETTER_NAMES.length);
  return last.flatMap(({ texts, ...which }) => (texts ? [{ ...which, texts }] : []));
}
