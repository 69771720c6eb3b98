import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { v5 } from 'uuid';
import { z } from 'zod';

/** UUID v5 namespace of starter rows. */
const NAMESPACE = '5f3b1c1e-7f0a-4d7e-9a64-0d7c7d4f2b11';

/** Thrown with every fault of the content folder, one line each, as `file:line: what is wrong`. */
export class ContentError extends Error {
  override name = 'ContentError';
}

/**
 * Returns the id (UUID v5) of an author, session, program or lesson of the starter library, computed from its slug, so
 * that it is the same on every machine.
 */
export function computeStarterId(
  what: 'author' | 'session' | 'program' | 'lesson',
  slug: string,
): string {
  return v5(`${what}/${slug}`, NAMESPACE);
}

/**
 * Reads a JSON file and validates it against a schema. When either fails, appends a line to `faults` and resolves to
 * `otherwise`; never rejects.
 */
export async function readValidatedJson<T, F>(
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

/**
 * Returns the SHA-256 (hex) of the source files of one session or program, to detect changes. It also changes when the
 * same source would be stored differently.
 */
export function hashSourceFiles(parts: string[]): string {
  // The version changes whenever the same source would be stored differently.
  return createHash('sha256')
    .update(['3', ...parts].join('\0'))
    .digest('hex');
}
