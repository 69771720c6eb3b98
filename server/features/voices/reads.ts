import { LANGUAGES, type Language } from '#shared/rules/languages.ts';
import type { Database } from '#server/db/connect.ts';
import type { Voices } from '#shared/rules/speech.ts';
import { voices } from './table.ts';

/** How the sessions of a language are spoken, with the number of saves. */
type StoredVoices = Voices & { version: number };

/** Returns how the sessions of each language are spoken; version 0 where nothing was ever set. */
export async function readVoices(db: Database): Promise<Record<Language, StoredVoices>> {
  const rows = await db.select().from(voices).limit(LANGUAGES.length);
  const find = (language: Language): StoredVoices => {
    const row = rows.find((one) => one.language === language);
    if (!row) return { version: 0, words: [], styles: [] };
    return { version: row.version, words: row.words, styles: row.styles };
  };
  return { en: find('en'), fr: find('fr') };
}
