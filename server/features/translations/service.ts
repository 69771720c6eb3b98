import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '#server/root.ts';
import { LANGUAGES, type Language } from '#shared/rules/languages.ts';
import { flattenCatalogue, type Messages } from './policy.ts';

const CATALOGUES = path.join(ROOT, 'src/locales');
/** Folders whose files use messages. */
const SOURCES = ['src', 'server', 'shared', 'scripts'];

export type Catalogue = Record<Language, Messages>;

/** Reads all catalogues of translations in both languages, by feature; a missing one is empty. */
export async function readCatalogues(): Promise<Map<string, Catalogue>> {
  const lists = await Promise.all(LANGUAGES.map((one) => readdir(path.join(CATALOGUES, one))));
  const names = [...new Set(lists.flat())].filter((name) => name.endsWith('.json')).toSorted();
  const read = async (language: Language, name: string): Promise<Messages> => {
    const index = LANGUAGES.indexOf(language);
    if (!lists[index]?.includes(name)) return new Map();
    const text = await readFile(path.join(CATALOGUES, language, name), 'utf8');
    return flattenCatalogue(JSON.parse(text));
  };
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, Catalogue]> => {
        const [en, fr] = await Promise.all([read('en', name), read('fr', name)]);
        return [name.replace(/\.json$/u, ''), { en, fr }];
      }),
    ),
  );
}

/** Reads the text of all source files that may use translated messages; tests and declaration files are left out. */
export async function readSourceFiles(): Promise<string[]> {
  const lists = await Promise.all(
    SOURCES.map(async (folder) => {
      const files = await readdir(path.join(ROOT, folder), { recursive: true });
      return files.filter(isSource).map((file) => path.join(ROOT, folder, file));
    }),
  );
  return Promise.all(lists.flat().map((file) => readFile(file, 'utf8')));
}

const isSource = (file: string) =>
  /\.(?:ts|tsx)$/u.test(file) && !/\.(?:test|d)\.tsx?$/u.test(file);
