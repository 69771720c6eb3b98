import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LessonDose } from '#shared/rules/lesson-dose.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import type { SessionGuard } from '#shared/rules/guards.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import type { Situation } from '#shared/rules/situations.ts';
import type { SessionForm } from '#shared/rules/script-timing.ts';

export interface TestSession {
  slug: string;
  kind?: 'load' | 'flow';
  category?: 'podcast' | 'technical' | 'meditation';
  areas?: FearArea[];
  situations?: Situation[];
  optIn?: boolean;
  guard?: SessionGuard;
  access?: 'free';
  form?: SessionForm;
  publishedOn?: string;
  script?: string;
}

const SCRIPT = `title: A title
summary: A summary.
source: Somebody, a book, 2020
---
One sentence to say out loud.
[pause 20]
`;

/** Writes one session into a content folder, in both languages; what is not given has defaults. */
export async function writeTestSession(folder: string, session: TestSession): Promise<void> {
  const { slug, kind = 'flow', category = 'meditation', script = SCRIPT } = session;
  const {
    form,
    optIn,
    guard,
    access,
    areas = ['fear_heights'],
    publishedOn = '2026-11-01',
  } = session;
  const own = path.join(folder, 'sessions', slug);
  await mkdir(own, { recursive: true });
  const { situations = ['cruise'] } = session;
  const about = { kind, category, form, areas, situations, optIn, guard, access };
  const byline = { author: 'somebody', publishedOn };
  await writeFile(path.join(own, 'session.json'), JSON.stringify({ ...about, ...byline }));
  for (const language of LANGUAGES) {
    await writeFile(
      path.join(own, `${language}.txt`),
      script.replace('A title', `${slug} ${language}`),
    );
  }
}

const made: string[] = [];

/** Deletes every content folder that this process created with `createContentFolder`. */
export async function removeContentFolders(): Promise<void> {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
}

export interface TestProgram {
  slug: string;
  position?: number;
  areas?: FearArea[];
  /** Slugs of sessions, with the dose of those that have one. */
  lessons: (string | { session: string; dose: LessonDose })[];
}

/** Writes one program into a content folder, in both languages. */
export async function writeTestProgram(folder: string, program: TestProgram): Promise<void> {
  const { slug, position = 1, areas, lessons } = program;
  const own = path.join(folder, 'programs', slug);
  await mkdir(own, { recursive: true });
  await writeFile(path.join(own, 'program.json'), JSON.stringify({ position, areas, lessons }));
  for (const language of LANGUAGES) {
    const sessions = lessons.map((lesson) =>
      typeof lesson === 'string' ? lesson : lesson.session,
    );
    const texts = sessions.map((session) => [
      session,
      {
        title: `${session} in ${slug} ${language}`,
        introduction: 'What it is for.',
        task: 'Take a lift.',
      },
    ]);
    const words = { title: `${slug} ${language}`, summary: 'A summary.', about: 'One.\n\nTwo.' };
    const file = path.join(own, `${language}.json`);
    await writeFile(file, JSON.stringify({ ...words, lessons: Object.fromEntries(texts) }));
  }
}

/**
 * Creates a content folder with these sessions and programs and one author. It is deleted after the test file
 * (tidy.ts).
 */
export async function createContentFolder(
  sessions: TestSession[],
  programs: TestProgram[] = [],
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'envol-content-'));
  made.push(folder);
  const author = path.join(folder, 'authors/somebody');
  await mkdir(author, { recursive: true });
  await mkdir(path.join(folder, 'sessions'), { recursive: true });
  for (const language of LANGUAGES) {
    const words = { name: 'Somebody', about: 'Who wrote this.' };
    await writeFile(path.join(author, `${language}.json`), JSON.stringify(words));
  }
  for (const session of sessions) await writeTestSession(folder, session);
  for (const program of programs) await writeTestProgram(folder, program);
  return folder;
}
