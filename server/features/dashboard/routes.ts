import type { App } from '#server/dependencies.ts';
import { findFlight } from '#server/features/account/reads.ts';
import { findBreathingMs, listBreathingInstants } from '#server/features/breathing/reads.ts';
import { listCandidates } from '#server/features/library/reads.ts';
import {
  findTotals,
  listPracticeInstants,
  listRecentActivity,
} from '#server/features/player/reads.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/dashboard.ts';
import { daysUntil, todayIn } from '#shared/rules/flight-date.ts';
import { sessionsADay } from '#shared/rules/sessions-a-day.ts';
import { dayStreak } from '#shared/rules/streak.ts';
import { recommendFor } from './reads.ts';

/** How far back a streak is counted. */
const STREAK_WINDOW_MS = 400 * 86_400_000;

/** Everything the dashboard shows, in one call. */
export function dashboardRoutes(app: App): void {
  route(app, contract.dashboard, async ({ db, user, query, now }) => {
    const { timeZone } = query;
    const since = new Date(now.getTime() - STREAK_WINDOW_MS);
    const [totals, listens, breathingMs, breaths, activity, flight, candidates] = await Promise.all(
      [
        findTotals(db, user.id),
        listPracticeInstants(db, user.id, since),
        findBreathingMs(db, user.id),
        listBreathingInstants(db, user.id, since),
        listRecentActivity(db, user.id, user.preferredLanguage),
        findFlight(db, user.id),
        listCandidates(db, user.id, user.preferredLanguage),
      ],
    );
    const days = flight && daysUntil({ date: flight.departsOn, timeZone, now });
    const recommended = sessionsADay(days !== null && days < 0 ? null : days);
    const ranked = await recommendFor(db, user, candidates, now);
    const today = todayIn(timeZone, now);
    const doneToday = listens.filter((p) => p.completed && todayIn(timeZone, p.at) === today);
    return {
      ...totals,
      practiceMs: totals.practiceMs + breathingMs,
      dayStreak: dayStreak({ practices: [...listens, ...breaths], timeZone, now }),
      sessionsToday: { done: new Set(doneToday.map((p) => p.contentId)).size, recommended },
      recommendations: ranked.slice(0, recommended),
      recentActivity: activity.map((item) => ({ ...item, at: item.at.toISOString() })),
    };
  });
}
