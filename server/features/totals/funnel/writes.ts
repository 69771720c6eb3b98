import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { addDays } from '#shared/rules/flight-date.ts';
import { getMondayOfWeek, toUtcCivilDate } from '#shared/rules/week.ts';

/** For how many days after joining the steps of a week's people are still counted. */
const FOLLOWED_DAYS = 182;

interface Moment {
  now: Date;
  livemode: boolean;
}

/**
 * Counts how far the people came who joined in each of the last weeks. A number never falls, so that it does not tell
 * that a person has deleted their account.
 */
export async function refreshFunnelTotals(tx: Database, { now, livemode }: Moment): Promise<void> {
  const today = toUtcCivilDate(now);
  const from = getMondayOfWeek(addDays(today, -FOLLOWED_DAYS));
  await tx.execute(sql`
    insert into totals (metric, key, day, value, people)
    select 'funnel', step, week, count(*) filter (where reached), count(*) filter (where reached)
    from (
      select date_trunc('week', created_at at time zone 'UTC')::date as week, u.onboarding_complete,
        exists (select from checkouts c where c.user_id = u.id) as checkout,
        exists (select from passes p where p.user_id = u.id and p.source in ('subscription', 'purchase')
          and (p.livemode or not ${livemode}::boolean)) as paid,
        exists (select from listens l where l.user_id = u.id) as session,
        exists (select from flights f where f.user_id = u.id and f.departs_on < ${today}::date) as flight,
        u.last_active_at >= u.created_at + interval '30 days' as back
      from users u
      where u.role = 'member' and u.created_at >= ${from}::date::timestamp at time zone 'UTC'
    ) joined
    cross join lateral (values ('joined', true), ('onboarded', onboarding_complete), ('checkout', checkout),
      ('paid', paid), ('session', session), ('flight', flight), ('back', back)) one (step, reached)
    group by step, week
    on conflict (metric, day, key) do update set value = greatest(totals.value, excluded.value),
      people = greatest(totals.people, excluded.people)`);
}

/** How often the landing page was sent since that was last stored, by what holds the count. */
const landingViews = new WeakMap<object, number>();

/** Counts that the landing page was sent, to an unknown visitor. `server` is whatever stands for this server. */
export function recordLandingView(server: object): void {
  landingViews.set(server, (landingViews.get(server) ?? 0) + 1);
}

/** Stores how often the landing page was sent since the last time; what a killed server had not stored is not counted. */
export async function saveLandingViews(server: object, db: Database, now: Date): Promise<void> {
  const views = landingViews.get(server) ?? 0;
  if (views === 0) return;
  await db.execute(sql`
    insert into totals (metric, key, day, value, people) values ('landing', '', ${toUtcCivilDate(now)}::date, ${views}, null)
    on conflict (metric, day, key) do update set value = totals.value + excluded.value`);
  // What was counted meanwhile stays for the next time.
  landingViews.set(server, (landingViews.get(server) ?? views) - views);
}
