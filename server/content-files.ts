import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { v5 } from 'uuid';
import { z } from 'zod';
import type { Language } from '#shared/contract/fields.ts';

/** Names starter rows for ever: the same slug is the same row on every machine. */
const NAMESPACE = '5f3b1c1e-7f0a-4d7e-9a64-0d7c7d4f2b11';

export const LANGUAGES: readonly Language[] = ['en', 'fr'];

/** Every fault of the content folder, one line each, as `file:line: what is wrong`. */
export class ContentError extends Error {
  override name = 'ContentError';
}

/** The id of a starter row. */
export function starterId(what: 'author' | 'session' | 'program' | 'lesson', slug: string): string {
  return v5(`${what}/${slug}`, NAMESPACE);
}

/** Reads a JSON file to its schema. A fault is added to the list, and `otherwise` is what goes on. */
export async function readJson<T, F>(
  file: string,
  schema: z.ZodType<T>,
  faults: string[],
  otherwise: F,
) {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    faults.push(`${file}: ${error instanceof z.ZodError ? z.prettifyError(error) : String(error)}`);
    return otherwise;
  }
}

/** SHA-256 of sources. */
export function hash(parts: string[]): string {
  // The version changes whenever the same source would be stored differently.
  return createHash('sha256')
    .update(['2', ...parts].join('\0'))
    .digest('hex');
}
