import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
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

const buildValidPassCondition = ({ now, livemode }: Moment): SQL => sql`passes.revoked_at is null
  and passes.starts_at <= ${now.toISOString()}::timestamptz
  and (passes.ends_at is null or passes.ends_at > ${now.toISOString()}::timestamptz)
  and (passes.livemode or passes.source = 'grant' or not ${livemode}::boolean)`;

/** Builds whether somebody has a pass, for who is shown; `limit` keeps the planner from gathering everybody's passes for it. */
const buildHasPassCondition = (moment: Moment): SQL =>
  sql`(select true from passes where passes.user_id = ${users.id} and ${buildValidPassCondition(moment)} limit 1)`;

/** Builds whether somebody is one of those with a pass, who are gathered once: people are walked through until a page is full. */
const buildAmongThoseWithPassCondition = (moment: Moment): SQL =>
  sql`(${users.id} in (select passes.user_id from passes where ${buildValidPassCondition(moment)})) is true`;

/** Written out, so that the planner sees which index holds them. */
function buildStateCondition(state: ListedState, moment: Moment): SQL | undefined {
  if (state === 'admin') return sql`${users.role} <> 'member'`;
  if (state === 'onboarding')
    return sql`${users.role} = 'member' and not ${users.onboardingComplete}`;
  const hasPass = buildAmongThoseWithPassCondition(moment);
  const isIn = sql`${users.role} = 'member' and ${users.onboardingComplete}`;
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
  const pattern = part && `%${part.toLowerCase().replace(/[\\%_]/gu, String.raw`\$&`)}%`;
  const order = [desc(users.lastActiveAt), desc(users.id)];
  // Found by what an index holds alone, as far as nobody's part is looked for; what is shown is read of the page.
  const page = db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        pattern ? sql`${words} like ${pattern}` : undefined,
        state && buildStateCondition(state, moment),
        lastHere && buildLastHereCondition(lastHere, moment.now),
        after &&
          sql`(${users.lastActiveAt}, ${users.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1)
    .as('page');
  return db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      state: sql<ListedState>`case when ${users.role} <> 'member' then 'admin'
        when not ${users.onboardingComplete} then 'onboarding'
        when ${buildHasPassCondition(moment)} then 'pass' else 'no_pass' end`,
      createdAt: users.createdAt,
      lastActiveAt: users.lastActiveAt,
    })
    .from(page)
    .innerJoin(users, eq(users.id, page.id))
    .orderBy(...order)
    .limit(limit + 1);
}
