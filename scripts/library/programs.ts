import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { findUnsafeHomework } from '#shared/rules/homework.ts';

export interface LibraryProgram {
  slug: string;
  /** Slugs of sessions. */
  lessons: string[];
  faults: string[];
}

/** Reads the programs of a content folder, sorted by slug, with the faults of their tasks (see findUnsafeHomework). */
export function readPrograms(content: string): LibraryProgram[] {
  const folder = path.join(content, 'programs');
  const readJson = (slug: string, file: string) =>
    JSON.parse(readFileSync(path.join(folder, slug, file), 'utf8')) as unknown;
  return readdirSync(folder)
    .toSorted()
    .map((slug) => {
      const { lessons } = readJson(slug, 'program.json') as { lessons: string[] };
      const faults = LANGUAGES.filter((language) =>
        existsSync(path.join(folder, slug, `${language}.json`)),
      ).flatMap((language) => {
        const words = readJson(slug, `${language}.json`) as {
          lessons: Record<string, { task: string }>;
        };
        const tasks = Object.values(words.lessons).map(({ task }) => task);
        return findUnsafeHomework(tasks, language).map(
          (fault) => `programs/${slug}/${language}.json: ${fault}`,
        );
      });
      return { slug, lessons, faults };
    });
}
