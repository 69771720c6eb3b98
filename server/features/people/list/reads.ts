import { and, desc, eq, gte, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import type { LAST_VISIT_FILTERS, PEOPLE_STATE_FILTERS } from '#shared/contract/people-list.ts';

type ListedState = (typeof PEOPLE_STATE_FILTERS)[number];

/** Which people are listed; `after` is the last one of the page before. */
export interface PeopleFilter {
  part?: string | undefined;
  state?: ListedState | undefined;
  lastHere?: (typeof LAST_VISIT_FILTERS)[number] | undefined;
  limit: number;
  after?: { at: Date; id: string } | undefined;
}

const DAY_MS = 86_400_000;
const LONGEST_DAYS = 90;

/** What is searched for a part of it: as the index on it has it. */
const words = sql`(lower(${users.name}) || ' ' || lower(${users.email}))`;

/** When it is looked at, and whether payments are real: passes of the test mode count only while they are not. */
interface Moment {
  now: Date;
  livemode: boolean;
}

const buildHasPass = ({ now, livemode }: Moment): SQL => sql`exists (select from passes
  where passes.user_id = ${users.id} and passes.revoked_at is null
    and passes.starts_at <= ${now.toISOString()}::timestamptz
    and (passes.ends_at is null or passes.ends_at > ${now.toISOString()}::timestamptz)
    and (passes.livemode or passes.source = 'grant' or not ${livemode}::boolean))`;

function buildStateCondition(state: ListedState, hasPass: SQL): SQL | undefined {
  if (state === 'admin') return ne(users.role, 'member');
  const isMember = eq(users.role, 'member');
  if (state === 'onboarding') return and(isMember, eq(users.onboardingComplete, false));
  const isIn = and(isMember, eq(users.onboardingComplete, true));
  return and(isIn, state === 'pass' ? hasPass : sql`not ${hasPass}`);
}

function buildLastHereCondition(lastHere: (typeof LAST_VISIT_FILTERS)[number], now: Date): SQL {
  const days = lastHere === 'longer' ? LONGEST_DAYS : Number(lastHere);
  const since = new Date(now.getTime() - days * DAY_MS);
  return lastHere === 'longer' ? lt(users.lastActiveAt, since) : gte(users.lastActiveAt, since);
}

/** Lists people by a filter, the last here first: `limit`, and one more when there are more. */
export async function listPeople(
  db: Database,
  { part, state, lastHere, limit, after }: PeopleFilter,
  moment: Moment,
) {
  const hasPass = buildHasPass(moment);
  const pattern = part && `%${part.toLowerCase().replace(/[\\%_]/gu, String.raw`\$&`)}%`;
  return db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      state: sql<ListedState>`case when ${users.role} <> 'member' then 'admin'
        when not ${users.onboardingComplete} then 'onboarding'
        when ${hasPass} then 'pass' else 'no_pass' end`,
      createdAt: users.createdAt,
      lastActiveAt: users.lastActiveAt,
    })
    .from(users)
    .where(
      and(
        pattern ? sql`${words} like ${pattern}` : undefined,
        state && buildStateCondition(state, hasPass),
        lastHere && buildLastHereCondition(lastHere, moment.now),
        after &&
          sql`(${users.lastActiveAt}, ${users.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(users.lastActiveAt), desc(users.id))
    .limit(limit + 1);
}
