import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { v5 } from 'uuid';
import { z } from 'zod';
import type { Database } from '#server/db/connect.ts';
import { category, fearArea, kind, type Language } from '#shared/contract/fields.ts';
import { parseScript } from '#shared/rules/script.ts';
import { listSourceHashes } from './reads.ts';
import {
  type ImportedAuthor,
  type ImportedSession,
  saveAuthor,
  saveSession,
  withdrawStarters,
} from './writes.ts';

/** Names starter rows for ever: the same slug is the same row on every machine. */
const NAMESPACE = '5f3b1c1e-7f0a-4d7e-9a64-0d7c7d4f2b11';
const LANGUAGES: readonly Language[] = ['en', 'fr'];

const sessionFile = z.strictObject({
  kind,
  category,
  areas: z.array(fearArea).min(1),
  author: z.string(),
  publishedOn: z.iso.date(),
});
const authorFile = z.strictObject({ name: z.string().min(1), about: z.string().min(1) });

/** Every fault of the content folder, one line each, as `file:line: what is wrong`. */
export class ContentError extends Error {
  override name = 'ContentError';
}

/**
 * Brings the starter library up to what the content folder says, and nothing else: importing what is
 * already there writes nothing. Sessions whose folder is gone are withdrawn, never deleted.
 * @throws {ContentError} listing every fault, before anything is written.
 */
export async function importLibrary(db: Database, folder: string): Promise<{ written: number }> {
  const known = await listSourceHashes(db);
  const faults: string[] = [];
  const authors = await readAuthors(path.join(folder, 'authors'), faults);
  const sessions = await readSessions(path.join(folder, 'sessions'), known, faults);
  if (faults.length > 0) throw new ContentError(faults.join('\n'));

  const changed = sessions.filter((session) => session.texts !== null);
  if (changed.length === 0 && sessions.length === known.size) return { written: 0 };
  await db.transaction(async (tx) => {
    for (const author of authors) await saveAuthor(tx, author);
    for (const { texts, ...session } of changed)
      await saveSession(tx, { ...session, texts: texts ?? [] });
    await withdrawStarters(
      tx,
      sessions.map((session) => session.id),
    );
  });
  return { written: changed.length };
}

async function readAuthors(folder: string, faults: string[]): Promise<ImportedAuthor[]> {
  const slugs = await readdir(folder);
  return Promise.all(
    slugs.toSorted().map(async (slug) => ({
      id: v5(`author/${slug}`, NAMESPACE),
      slug,
      texts: await Promise.all(
        LANGUAGES.map(async (language) => ({
          language,
          ...(await readJson(path.join(folder, slug, `${language}.json`), authorFile, faults, {
            name: slug,
            about: slug,
          })),
        })),
      ),
    })),
  );
}

type ReadSession = Omit<ImportedSession, 'texts'> & { texts: ImportedSession['texts'] | null };

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
  const about = await readJson(path.join(folder, 'session.json'), sessionFile, faults, null);
  const sources = await Promise.all(
    LANGUAGES.map((l) => readText(path.join(folder, `${l}.txt`), faults)),
  );
  const recordings = new Set(
    (await readdir(folder)).filter((name) => /^(en|fr)\.(mp3|ogg|m4a|wav)$/.test(name)),
  );
  if (!about) return null;
  const session = {
    id: v5(`session/${slug}`, NAMESPACE),
    slug,
    kind: about.kind,
    category: about.category,
    areas: about.areas,
    authorId: v5(`author/${about.author}`, NAMESPACE),
    publishedAt: new Date(`${about.publishedOn}T00:00:00Z`),
    sourceHash: hash([JSON.stringify(about), ...sources, ...recordings]),
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
        recording: recording ? `${slug}.${recording}` : null,
      },
    ];
  });
  return { ...session, texts };
}

async function readJson<T, F>(file: string, schema: z.ZodType<T>, faults: string[], otherwise: F) {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    faults.push(`${file}: ${error instanceof z.ZodError ? z.prettifyError(error) : String(error)}`);
    return otherwise;
  }
}

async function readText(file: string, faults: string[]): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    faults.push(`${file}: missing`);
    return '';
  }
}

function hash(parts: string[]): string {
  // The version changes whenever the same source would be stored differently.
  return createHash('sha256')
    .update(['1', ...parts].join('\0'))
    .digest('hex');
}
