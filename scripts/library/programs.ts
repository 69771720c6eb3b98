import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MAX_PROGRAM_SUMMARY } from '#shared/contract/admin-programs.ts';
import type { LessonDose } from '#shared/rules/lesson-dose.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { findUnsafeHomework } from '#shared/rules/homework.ts';

export interface ProgramWithFaults {
  slug: string;
  lessons: string[];
  /** The dose of each lesson, in order; null where it is none. */
  doses: (LessonDose | null)[];
  /** Whether it is for companions, who are not afraid, which a program without areas is. */
  isForCompanions: boolean;
  faults: string[];
}

/** Reads the programs of a content folder, sorted by slug, with the faults of their summaries and tasks (see findUnsafeHomework). */
export function readPrograms(content: string): ProgramWithFaults[] {
  const folder = path.join(content, 'programs');
  const readJson = (slug: string, file: string) =>
    JSON.parse(readFileSync(path.join(folder, slug, file), 'utf8')) as unknown;
  return readdirSync(folder)
    .toSorted()
    .map((slug) => {
      const { lessons: listed, areas = [] } = readJson(slug, 'program.json') as {
        areas?: string[];
        lessons: (string | { session: string; dose: LessonDose })[];
      };
      const lessons = listed.map((one) => (typeof one === 'string' ? one : one.session));
      const doses = listed.map((one) => (typeof one === 'string' ? null : one.dose));
      const faults = LANGUAGES.filter((language) =>
        existsSync(path.join(folder, slug, `${language}.json`)),
      ).flatMap((language) => {
        const words = readJson(slug, `${language}.json`) as {
          summary: string;
          lessons: Record<string, { task: string }>;
        };
        const tasks = Object.values(words.lessons).map(({ task }) => task);
        return [...findSummaryFaults(words.summary), ...findUnsafeHomework(tasks, language)].map(
          (fault) => `content/programs/${slug}/${language}.json: ${fault}`,
        );
      });
      return { slug, lessons, doses, isForCompanions: areas.length === 0, faults };
    });
}

// The import refuses a longer one.
const findSummaryFaults = (summary: string) =>
  summary.length > MAX_PROGRAM_SUMMARY
    ? [`shorten the summary to ${MAX_PROGRAM_SUMMARY} characters; it has ${summary.length}`]
    : [];
