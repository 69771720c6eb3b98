import { sql } from 'drizzle-orm';
import { selectOwnValue } from '#server/db/own-rows.ts';
import { users } from '#server/features/account/table.ts';
import { practices } from './table.ts';

/** Milliseconds a person ever spent in breathing exercises. */
export const ownBreathingMs = selectOwnValue(
  sql<number>`(select coalesce(sum(${practices.practisedMs}), 0)::float8 from ${practices} where ${practices.userId} = ${users.id})`,
);
