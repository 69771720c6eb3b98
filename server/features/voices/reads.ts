import { LANGUAGES, type Language } from '#shared/rules/languages.ts';
import type { Database } from '#server/db/connect.ts';
import type { NarrationSettings } from '#shared/rules/speech.ts';
import { voices } from './table.ts';

/** How the sessions of a language are spoken, with the number of saves. */
type StoredNarrationSettings = NarrationSettings & { version: number };

/** Returns how the sessions of each language are spoken; version 0 where nothing was ever set. */
export async function readNarrationSettings(
  db: Database,
): Promise<Record<Language, StoredNarrationSettings>> {
  const rows = await db.select().from(voices).limit(LANGUAGES.length);
  const find = (language: Language): StoredNarrationSettings => {
    const row = rows.find((one) => one.language === language);
    if (!row) return { version: 0, words: [], styles: [] };
    return { version: row.version, words: row.words, styles: row.styles };
  };
  return { en: find('en'), fr: find('fr') };
}
