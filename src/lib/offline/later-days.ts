import type { ContentSummary } from '#shared/contract/contents.ts';
import type { Dashboard } from '#shared/contract/dashboard.ts';
import type { Plan } from '#shared/contract/plan.ts';
import { addDays, daysBetween } from '#shared/rules/flight-date.ts';
import { getSessionsPerDay } from '#shared/rules/sessions-a-day.ts';

/** Shifts a kept plan to a later day: days that are past go, and the week of somebody without a flight begins today. */
export function shiftPlanToDay(plan: Plan, today: string): Plan {
  const days = plan.days.filter(({ date }) => date >= today);
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
 * Shifts a kept dashboard from the day on which it was kept to a later one: nothing is done yet of what the plan has for
 * that day, and days in a row that are interrupted are not counted on.
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
    dayStreak: daysBetween(keptOn, today) > 1 ? 0 : dashboard.dayStreak,
    sessionsToday: { done: 0, recommended: getSessionsPerDay(day?.daysUntil ?? null) },
    doneToday: [],
    recommendations: recommendations.length > 0 ? recommendations : dashboard.recommendations,
  };
}
