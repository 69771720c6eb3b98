import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { PERSONAL_TABLES } from './policy.ts';
import type { PersonIdentifiers } from './export-data.ts';
import { dataExportParts, dataExports } from './table.ts';

/** Returns whether all tables together hold more than `limit` rows about a person; stops counting there. */
export async function hasMorePersonalRows(
  db: Database,
  keys: PersonIdentifiers,
  limit: number,
): Promise<boolean> {
  let left = limit;
  for (const { table, column, key } of PERSONAL_TABLES) {
    const rows = db
      .select({ one: sql`1` })
      .from(table)
      .where(eq(column, keys[key]))
      .limit(left + 1);
    left -= await db.$count(rows.as('own'));
    if (left < 0) return true;
  }
  return false;
}

/** Returns the export that a person requested, ready or not; null when there is none or it has expired. */
export async function findRequestedExport(db: Database, userId: string, now: Date) {
  const [found] = await db
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.userId, userId), gt(dataExports.expiresAt, now)))
    .limit(1);
  return found ?? null;
}

/**
 * Streams the JSON text of a prepared export, one part in memory at a time; the stream fails when the export is deleted
 * meanwhile.
 */
export function streamPreparedExport(db: Database, userId: string): Readable {
  const readParts = async function* () {
    for (let last = -1; ; last += 1) {
      const [part] = await db
        .select()
        .from(dataExportParts)
        .where(and(eq(dataExportParts.userId, userId), gt(dataExportParts.number, last)))
        .orderBy(asc(dataExportParts.number))
        .limit(1);
      if (!part) return;
      yield part.bytes;
    }
  };
  const parts = Readable.from(readParts());
  const text = createGunzip();
  // An export that is deleted or cannot be read meanwhile ends cut off, so that no reader takes a part for the whole.
  parts.once('error', (error) => text.destroy(error));
  text.once('close', () => parts.destroy());
  return parts.pipe(text);
}
