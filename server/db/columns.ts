import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';

/** Builds a table's primary key column: a UUIDv7 made by the server, so that rows sort by age on any PostgreSQL. */
export const buildPrimaryIdColumn = () =>
  uuid('id')
    .primaryKey()
    .$defaultFn(() => v7());

/** Builds a table column of type `timestamp with time zone`, read and written as a `Date`. */
export const buildInstantColumn = (name: string) =>
  timestamp(name, { withTimezone: true, mode: 'date' });

/** Column type for full-text search (`tsvector`); the database computes its values. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Text column with collation "C": an index on it also serves prefix searches. */
export const byteOrderedText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
