import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { hashSourceFiles, readValidatedJson, computeStarterId } from '#server/content-files.ts';
import type { Database } from '#server/db/connect.ts';
import { fearArea } from '#shared/contract/fields.ts';
import { LESSON_DOSES } from '#shared/rules/lesson-dose.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { readStarterProgramSourceHashes, listStudioEditedProgramSlugs } from './reads.ts';
import {
  type ImportedProgram,
  saveAndPublishStarterProgram,
  unpublishStarterProgramsExcept,
} from './writes.ts';

const boundedText = (max: number) => z.string().trim().min(1).max(max);
const programFile = z.strictObject({
  position: z.int().min(1),
  /** What it is made for, main area first; none when it is for a person who is not afraid. */
  areas: z.array(fearArea).default([]),
  /** Slugs of sessions, in order; those that expose to the fear say at which dose. */
  lessons: z
    .array(
      z.union([
        z.string().transform((session) => ({ session, dose: null })),
        z.strictObject({ session: z.string(), dose: z.enum(LESSON_DOSES) }),
      ]),
    )
    .min(1),
});
const textFile = z.strictObject({
  title: boundedText(120),
  summary: boundedText(180),
  about: boundedText(4000),
  lessons: z.record(
    z.string(),
    z.strictObject({
      title: boundedText(120),
      introduction: boundedText(1200),
      task: boundedText(1200),
    }),
  ),
});

/**
 * Reads the programs of the content folder, checks them against the slugs in `sessions` and appends errors to `faults`.
 * Resolves to a function that writes the changes and returns how many programs changed; missing programs and lessons
 * are unpublished, never deleted. Programs that were edited in the studio are skipped.
 */
export async function prepareStarterProgramImport(
  db: Database,
  folder: string,
  sessions: ReadonlySet<string>,
  faults: string[],
): Promise<(db: Database) => Promise<number>> {
  const known = await readStarterProgramSourceHashes(db);
  const slugs = existsSync(folder) ? (await readdir(folder)).toSorted() : [];
  const read = await Promise.all(
    slugs.map((slug) => readProgram(path.join(folder, slug), slug, sessions, faults)),
  );
  const kept = await listStudioEditedProgramSlugs(db);
  const programs = read.filter((program) => program !== null).filter(({ slug }) => !kept.has(slug));
  const changed = programs.filter(({ slug, sourceHash }) => known.get(slug) !== sourceHash);
  return async (tx) => {
    for (const program of changed) await saveAndPublishStarterProgram(tx, program);
    if (changed.length > 0 || programs.length !== known.size) {
      const keep = programs.map(({ id }) => id);
      await unpublishStarterProgramsExcept(tx, keep);
    }
    return changed.length;
  };
}

async function readProgram(
  folder: string,
  slug: string,
  sessions: ReadonlySet<string>,
  faults: string[],
): Promise<ImportedProgram | null> {
  const file = path.join(folder, 'program.json');
  const about = await readValidatedJson(file, programFile, faults, null);
  const texts = await Promise.all(
    LANGUAGES.map(async (language) => {
      const textPath = path.join(folder, `${language}.json`);
      const text = await readValidatedJson(textPath, textFile, faults, null);
      if (text && about)
        faults.push(...findLessonFaults(textPath, listLessonSessions(about), text.lessons));
      return text && { language, ...text };
    }),
  );
  if (!about) return null;
  const slugs = listLessonSessions(about);
  for (const [index, session] of slugs.entries()) {
    const place = `${file}: lesson ${index + 1}`;
    if (!sessions.has(session)) faults.push(`${place}: there is no session ${session}`);
    if (slugs.indexOf(session) !== index) faults.push(`${place}: ${session} comes twice`);
  }
  const written = texts.filter((text) => text !== null);
  return {
    id: computeStarterId('program', slug),
    slug,
    position: about.position,
    areas: about.areas,
    sourceHash: hashSourceFiles([JSON.stringify(about), JSON.stringify(written)]),
    texts: written.map(({ language, title, summary, about: told }) => ({
      language,
      title,
      summary,
      about: told,
    })),
    lessons: about.lessons.map(({ session, dose }) => ({
      id: computeStarterId('lesson', `${slug}/${session}`),
      dose,
      contentId: computeStarterId('session', session),
      texts: written.flatMap(({ language, lessons }) => {
        const lesson = lessons[session];
        return lesson ? [{ language, ...lesson }] : [];
      }),
    })),
  };
}

const listLessonSessions = ({ lessons }: z.infer<typeof programFile>) =>
  lessons.map(({ session }) => session);

function findLessonFaults(
  file: string,
  lessons: string[],
  texts: Record<string, unknown>,
): string[] {
  const missing = lessons.filter((lesson) => !Object.hasOwn(texts, lesson));
  const unknown = Object.keys(texts).filter((lesson) => !lessons.includes(lesson));
  return [
    ...missing.map((lesson) => `${file}: lessons: ${lesson} is missing`),
    ...unknown.map((lesson) => `${file}: lessons: ${lesson} is not a lesson of program.json`),
  ];
}
