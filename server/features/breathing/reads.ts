import { sql } from 'drizzle-orm';
import { buildOwnValueQuery } from '#server/db/own-data.ts';
import { users } from '#server/features/account/table.ts';
import { practices } from './table.ts';

/**
 * Selection, for the statement that identifies the caller, of the total time of their breathing exercises in
 * milliseconds.
 */
export const ownBreathingMsQuery = buildOwnValueQuery(
  sql<number>`(select coalesce(sum(${practices.practisedMs}), 0)::float8 from ${practices} where ${practices.userId} = ${users.id})`,
);

/** Selection, for the same statement, of the id of the exercise that ended last; null without one. */
export const ownLatestPracticeIdQuery = buildOwnValueQuery(
  sql<
    string | null
  >`(select ${practices.id} from ${practices} where ${practices.userId} = ${users.id} order by ${practices.endedAt} desc limit 1)`,
);
