import type { App } from '#server/dependencies.ts';
import { findBreathingMs } from '#server/features/breathing/reads.ts';
import { listCandidates } from '#server/features/library/reads.ts';
import { findTotals, listRecentActivity } from '#server/features/player/reads.ts';
import { listPractices } from '#server/features/streak/reads.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/dashboard.ts';
import * as planContract from '#shared/contract/plan.ts';
import { sessionsADay } from '#shared/rules/sessions-a-day.ts';
import { dayStreak } from '#shared/rules/streak.ts';
import { planFor, showToday } from './reads.ts';

/** Everything the dashboard shows, in one call, and the whole plan in another. */
export function dashboardRoutes(app: App): void {
  route(app, contract.dashboard, async ({ db, user, query, now }) => {
    const { timeZone } = query;
    const [totals, breathingMs, practices, activity, candidates] = await Promise.all([
      findTotals(db, user.id),
      findBreathingMs(db, user.id),
      listPractices(db, user.id, now),
      listRecentActivity(db, user.id, user.preferredLanguage),
      listCandidates(db, user.id, user.preferredLanguage),
    ]);
    const { days, completedToday } = await planFor(db, user, candidates, { timeZone, now });
    return {
      ...totals,
      practiceMs: totals.practiceMs + breathingMs,
      dayStreak: dayStreak({ practices, timeZone, now }),
      sessionsToday: {
        done: completedToday.length,
        recommended: sessionsADay(days[0]?.daysUntil ?? null),
      },
      ...(await showToday(db, user, candidates, { planned: days[0]?.sessions ?? [], now })),
      recentActivity: activity.map((item) => ({ ...item, at: item.at.toISOString() })),
    };
  });

  route(app, planContract.getPlan, async ({ db, user, query, now }) => {
    const candidates = await listCandidates(db, user.id, user.preferredLanguage);
    const { completedToday: _, ...plan } = await planFor(db, user, candidates, {
      timeZone: query.timeZone,
      now,
    });
    const named = new Set(plan.days.flatMap(({ sessions }) => sessions.map(({ id }) => id)));
    return { ...plan, contents: candidates.filter(({ id }) => named.has(id)) };
  });
}
