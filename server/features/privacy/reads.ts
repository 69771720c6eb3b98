import { eq, getTableColumns } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { HELD, type Key } from './table.ts';

/** By what a person's rows are found in every table. */
export type Keys = Record<Key, string>;

/**
 * Everything the product holds of a person, table by table, as stored and without secrets. Read in one
 * transaction, so that it is one moment; a person has at most some thousands of rows.
 */
export async function exportPerson(
  db: Database,
  keys: Keys,
): Promise<Record<string, Record<string, unknown>[]>> {
  return db.transaction(
    async (tx) => {
      const tables: Record<string, Record<string, unknown>[]> = {};
      for (const { name, table, column, key, secret = [] } of HELD) {
        const told = Object.entries(getTableColumns(table)).filter(
          ([property]) => !secret.includes(property),
        );
        tables[name] = await tx
          .select(Object.fromEntries(told))
          .from(table)
          .where(eq(column, keys[key]));
      }
      return tables;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
