import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';

/** Primary key: a UUIDv7 made by the server, so that rows sort by age on any PostgreSQL. */
export const primaryId = () =>
  uuid('id')
    .primaryKey()
    .$defaultFn(() => v7());

/** An instant with its zone, read and written as a `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The lexemes of a text, for full-text search; written by the database, never by us. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Text in the order of its bytes, whatever the database's language: its index also finds beginnings. */
export const byteOrdered = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
