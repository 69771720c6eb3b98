import type { App } from '#server/dependencies.ts';
import { findBreathingMs, listBreathingInstants } from '#server/features/breathing/reads.ts';
import { listCandidates } from '#server/features/library/reads.ts';
import {
  findTotals,
  listPracticeInstants,
  listRecentActivity,
} from '#server/features/player/reads.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/dashboard.ts';
import * as planContract from '#shared/contract/plan.ts';
import { todayIn } from '#shared/rules/flight-date.ts';
import { sessionsADay } from '#shared/rules/sessions-a-day.ts';
import { dayStreak } from '#shared/rules/streak.ts';
import { planFor, showToday } from './reads.ts';

/** How far back a streak is counted. */
const STREAK_WINDOW_MS = 400 * 86_400_000;

/** Everything the dashboard shows, in one call, and the whole plan in another. */
export function dashboardRoutes(app: App): void {
  route(app, contract.dashboard, async ({ db, user, query, now }) => {
    const { timeZone } = query;
    const since = new Date(now.getTime() - STREAK_WINDOW_MS);
    const [totals, listens, breathingMs, breaths, activity, candidates] = await Promise.all([
      findTotals(db, user.id),
      listPracticeInstants(db, user.id, since),
      findBreathingMs(db, user.id),
      listBreathingInstants(db, user.id, since),
      listRecentActivity(db, user.id, user.preferredLanguage),
      listCandidates(db, user.id, user.preferredLanguage),
    ]);
    const { days } = await planFor(db, user, candidates, { timeZone, now });
    const today = todayIn(timeZone, now);
    const doneToday = listens.filter((p) => p.completed && todayIn(timeZone, p.at) === today);
    return {
      ...totals,
      practiceMs: totals.practiceMs + breathingMs,
      dayStreak: dayStreak({ practices: [...listens, ...breaths], timeZone, now }),
      sessionsToday: {
        done: new Set(doneToday.map((p) => p.contentId)).size,
        recommended: sessionsADay(days[0]?.daysUntil ?? null),
      },
      ...(await showToday(db, user, candidates, { planned: days[0]?.sessions ?? [], now })),
      recentActivity: activity.map((item) => ({ ...item, at: item.at.toISOString() })),
    };
  });

  route(app, planContract.getPlan, async ({ db, user, query, now }) => {
    const candidates = await listCandidates(db, user.id, user.preferredLanguage);
    const plan = await planFor(db, user, candidates, { timeZone: query.timeZone, now });
    const named = new Set(plan.days.flatMap(({ sessions }) => sessions.map(({ id }) => id)));
    return { ...plan, contents: candidates.filter(({ id }) => named.has(id)) };
  });
}
