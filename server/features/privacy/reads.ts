import { eq, getTableColumns } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { PERSONAL_TABLES, type PersonKey } from './policy.ts';

/** The keys by which a person's rows are found in every table. */
export type PersonKeys = Record<PersonKey, string>;

/**
 * Exports all rows of a person, table by table and without secrets, from one snapshot (repeatable read). A
 * person has some thousands of rows at most.
 */
export async function exportPersonalData(
  db: Database,
  keys: PersonKeys,
): Promise<Record<string, Record<string, unknown>[]>> {
  return db.transaction(
    async (tx) => {
      const tables: Record<string, Record<string, unknown>[]> = {};
      for (const { name, table, column, key, secret = [] } of PERSONAL_TABLES) {
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
