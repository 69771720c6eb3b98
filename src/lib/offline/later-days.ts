import type { ContentSummary } from '#shared/contract/contents.ts';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import type { Plan } from '#shared/contract/plan.ts';
import { addDays, alignPlanDaysToToday, countDaysBetween } from '#shared/rules/flight-date.ts';

/**
 * Updates a plan stored on another day to the date `today`: earlier days are removed, and where today is earlier than its
 * first day, it begins today with that day's sessions. When no day is left, a flight is removed; a plan without a flight
 * begins again today, with nothing done.
 */
export function shiftPlanToDay(plan: Plan, today: string): Plan {
  const days = alignPlanDaysToToday(plan.days, today);
  if (days.length > 0 || plan.days.length === 0) return { ...plan, days };
  if (plan.flight !== null) return { ...plan, flight: null, days };
  return {
    ...plan,
    days: plan.days.map((day, index) => ({
      ...day,
      date: addDays(today, index),
      sessions: day.sessions.map((session) => ({ ...session, done: false })),
    })),
  };
}

/**
 * Updates a dashboard stored on the date `keptOn` to the later date `today`: no session is done, the recommendations
 * are those of the plan's day (the former ones without any), and the streak is 0 if a day lies between.
 */
export function shiftDashboardToDay(
  dashboard: Dashboard,
  {
    keptOn,
    today,
    plan,
    sessions,
  }: {
    keptOn: string;
    today: string;
    plan: Plan | undefined;
    sessions: readonly ContentSummary[];
  },
): Dashboard {
  if (today <= keptOn) return dashboard;
  const day = plan && shiftPlanToDay(plan, today).days[0];
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const recommendations = (day?.sessions ?? []).flatMap(({ id, reason }) => {
    const content = byId.get(id);
    return content ? [{ content, reason }] : [];
  });
  return {
    ...dashboard,
    dayStreak: countDaysBetween(keptOn, today) > 1 ? 0 : dashboard.dayStreak,
    sessionsToday: { done: 0, recommended: Math.max(1, day?.sessions.length ?? 0) },
    doneToday: [],
    recommendations: recommendations.length > 0 ? recommendations : dashboard.recommendations,
  };
}
