import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '#server/root.ts';
import type { CatalogueMessages } from '#shared/contract/translations.ts';
import type { Language } from '#shared/rules/languages.ts';
import { flattenCatalogue } from './policy.ts';

const CATALOGUES = path.join(ROOT, 'src/locales');

/** Lists the features that have a catalogue of translations; tests compare both languages. */
export async function listFeaturesWithCatalogue(): Promise<string[]> {
  const files = await readdir(path.join(CATALOGUES, 'en'));
  return files.map((file) => path.basename(file, '.json')).toSorted();
}

/** Reads the messages of one feature in both languages, in which it is empty where there is no such catalogue. */
export async function readCatalogues(
  feature: string,
): Promise<Record<Language, CatalogueMessages>> {
  const read = async (language: Language): Promise<CatalogueMessages> => {
    const file = path.join(CATALOGUES, language, `${feature}.json`);
    return flattenCatalogue(JSON.parse(await readFile(file, 'utf8').catch(toEmptyJsonIfMissing)));
  };
  return { en: await read('en'), fr: await read('fr') };
}

function toEmptyJsonIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '{}';
  throw error;
}
