import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import {
  ContentError,
  hashSourceFiles,
  readValidatedJson,
  computeStarterId,
} from '#server/content-files.ts';
import type { Database } from '#server/db/connect.ts';
import { sessionFileSchema } from '#shared/contract/admin-contents.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { CAUTIONS } from '#shared/rules/cautions.ts';
import { parseScript } from '#shared/rules/script.ts';
import { readStarterSessionSourceHashes, listStudioEditedSessionSlugs } from './reads.ts';
import {
  type ImportedAuthor,
  type SessionToPublish,
  saveStarterAuthorUnlessEdited,
  publishAndIndexSessions,
  unpublishStarterSessionsExcept,
} from './writes.ts';

const authorFile = z.strictObject({ name: z.string().min(1), about: z.string().min(1) });

/**
 * Another part of the content folder, imported in the same transaction. Receives the slugs of all session folders, adds
 * its faults to `faults` and resolves to the function that writes it and resolves to the number written.
 */
export type LibraryImportExtension = (
  sessions: ReadonlySet<string>,
  faults: string[],
) => Promise<(db: Database) => Promise<number>>;

/**
 * Imports the starter library from the content folder, in one transaction. Unchanged sessions are not written; those
 * whose folder is gone are unpublished, never deleted; those edited in the studio stay. Resolves to the number written.
 * @throws {ContentError} listing every fault, before anything is written
 */
export async function importLibrary(
  db: Database,
  folder: string,
  extension?: LibraryImportExtension,
): Promise<{ written: number }> {
  const known = await readStarterSessionSourceHashes(db);
  const faults: string[] = [];
  const authors = await readAuthors(path.join(folder, 'authors'), faults);
  const sessionsFolder = path.join(folder, 'sessions');
  const edited = await listStudioEditedSessionSlugs(db);
  const read = await readSessions(sessionsFolder, known, faults);
  // Sessions edited in the studio no longer follow the folder.
  const sessions = read.filter(({ slug }) => !edited.has(slug));
  const alsoWrite = await extension?.(new Set(await readdir(sessionsFolder)), faults);
  if (faults.length > 0) throw new ContentError(faults.join('\n'));

  const changed = sessions.filter((session) => session.texts !== null);
  const isUnchanged = changed.length === 0 && sessions.length === known.size;
  if (isUnchanged && !alsoWrite) return { written: 0 };
  return db.transaction(async (tx) => {
    if (!isUnchanged) {
      for (const author of authors) await saveStarterAuthorUnlessEdited(tx, author);
      await publishAndIndexSessions(
        tx,
        changed.map((session) => ({ ...session, texts: session.texts ?? [] })),
      );
      const keep = sessions.map((session) => session.id);
      await unpublishStarterSessionsExcept(tx, keep);
    }
    return { written: changed.length + ((await alsoWrite?.(tx)) ?? 0) };
  });
}

async function readAuthors(folder: string, faults: string[]): Promise<ImportedAuthor[]> {
  const slugs = await readdir(folder);
  return Promise.all(
    slugs.toSorted().map(async (slug) => ({
      id: computeStarterId('author', slug),
      slug,
      texts: await Promise.all(
        LANGUAGES.map(async (language) => ({
          language,
          ...(await readValidatedJson(
            path.join(folder, slug, `${language}.json`),
            authorFile,
            faults,
            {
              name: slug,
              about: slug,
            },
          )),
        })),
      ),
    })),
  );
}

type ReadSession = Omit<SessionToPublish, 'texts'> & { texts: SessionToPublish['texts'] | null };

async function readSessions(
  folder: string,
  known: Map<string, string>,
  faults: string[],
): Promise<ReadSession[]> {
  const slugs = await readdir(folder);
  const read = await Promise.all(
    slugs.toSorted().map((slug) => readSession(path.join(folder, slug), slug, known, faults)),
  );
  return read.filter((session) => session !== null);
}

async function readSession(
  folder: string,
  slug: string,
  known: Map<string, string>,
  faults: string[],
): Promise<ReadSession | null> {
  const about = await readValidatedJson(
    path.join(folder, 'session.json'),
    sessionFileSchema,
    faults,
    null,
  );
  const sources = await Promise.all(
    LANGUAGES.map((l) => readText(path.join(folder, `${l}.txt`), faults)),
  );
  const recordings = new Set(
    (await readdir(folder)).filter((name) => /^(en|fr)\.(mp3|ogg|m4a|wav)$/.test(name)),
  );
  if (!about) return null;
  const session = {
    id: computeStarterId('session', slug),
    slug,
    kind: about.kind,
    category: about.category,
    form: about.form,
    areas: about.areas,
    situations: about.situations,
    optIn: about.optIn,
    guard: about.guard,
    access: about.access,
    authorId: computeStarterId('author', about.author),
    publishedAt: new Date(`${about.publishedOn}T00:00:00Z`),
    origin: 'starter' as const,
    sourceHash: hashSourceFiles([
      JSON.stringify(about),
      ...sources,
      ...recordings,
      JSON.stringify(CAUTIONS),
    ]),
  };
  if (known.get(slug) === session.sourceHash) return { ...session, texts: null };

  const texts = LANGUAGES.flatMap((language, index) => {
    const parsed = parseScript(sources[index] ?? '', { language, ...about });
    if (!parsed.ok) {
      for (const error of parsed.errors) {
        faults.push(`${path.join(folder, `${language}.txt`)}:${error.line}: ${error.message}`);
      }
      return [];
    }
    const { title, summary, tags, sources: notes } = parsed.header;
    const recording = [...recordings].find((name) => name.startsWith(`${language}.`));
    return [
      {
        language,
        title,
        summary,
        tags,
        sources: notes,
        cues: parsed.cues,
        durationMs: parsed.durationMs,
        script: sources[index] ?? '',
        recording: recording ? `${slug}.${recording}` : null,
      },
    ];
  });
  return { ...session, texts };
}

async function readText(file: string, faults: string[]): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    faults.push(`${file}: missing`);
    return '';
  }
}
