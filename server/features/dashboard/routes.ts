import type { App } from '#server/dependencies.ts';
import { findBreathingMs } from '#server/features/breathing/reads.ts';
import { listCandidates } from '#server/features/library/reads.ts';
import { findTotals, listRecentActivity } from '#server/features/player/reads.ts';
import { buildPlan, buildToday } from '#server/features/plan/reads.ts';
import { listPracticeRuns } from '#server/features/streak/reads.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/dashboard.ts';
import { getSessionsPerDay } from '#shared/rules/sessions-a-day.ts';
import { computeDayStreak } from '#shared/rules/streak.ts';

/** Registers the route that returns all data of the dashboard. */
export function dashboardRoutes(app: App): void {
  route(app, contract.dashboard, async ({ db, user, query, now }) => {
    const { timeZone } = query;
    const [totals, breathingMs, practices, activity, candidates] = await Promise.all([
      findTotals(db, user.id),
      findBreathingMs(db, user.id),
      listPracticeRuns(db, user.id, now),
      listRecentActivity(db, user.id, user.preferredLanguage),
      listCandidates(db, user.id, user.preferredLanguage),
    ]);
    const { days, completedToday } = await buildPlan(db, user, candidates, { timeZone, now });
    return {
      ...totals,
      practiceMs: totals.practiceMs + breathingMs,
      dayStreak: computeDayStreak({ practices, timeZone, now }),
      sessionsToday: {
        done: completedToday.length,
        recommended: getSessionsPerDay(days[0]?.daysUntil ?? null),
      },
      ...(await buildToday(db, user, candidates, { planned: days[0]?.sessions ?? [], now })),
      recentActivity: activity.map(
        ({ id, contentId, title, kind, situations, listenedMs, completed, endedAt }) => ({
          ...{ listenId: id, contentId, title, kind, situations, listenedMs, completed },
          at: endedAt.toISOString(),
        }),
      ),
    };
  });
}
