import { combineOwnRows } from '#server/db/own-rows.ts';
import type { App } from '#server/dependencies.ts';
import { ownBreathingMs } from '#server/features/breathing/reads.ts';
import { loadLibrary } from '#server/features/contents/published/reads.ts';
import { listRecommendationCandidates } from '#server/features/library/reads.ts';
import { sumPractice, toHistory } from '#server/features/player/reads.ts';
import { ownRecentStretches } from '#server/features/player/reads.ts';
import {
  buildPlan,
  buildToday,
  chooseForTonight,
  ownPractice,
} from '#server/features/plan/reads.ts';
import { ownPracticeRuns } from '#server/features/streak/reads.ts';
import { ownUnreadAnswers } from '#server/features/support/reads.ts';
import { ownRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/dashboard.ts';
import { computeDayStreak } from '#shared/rules/streak.ts';
import { toRecentActivity } from './wire.ts';

const rows = combineOwnRows({
  practice: ownPractice,
  breathingMs: ownBreathingMs,
  practices: ownPracticeRuns,
  stretches: ownRecentStretches,
  newAnswers: ownUnreadAnswers,
});

/** Registers the route that returns all data of the dashboard. */
export function dashboardRoutes(app: App): void {
  const { published } = app.dependencies;
  ownRoute(app, contract.getDashboard, { rows }, async ({ user, query, now, own }) => {
    const { practice, practices } = own;
    const { timeZone } = query;
    const library = await published.read(loadLibrary, user.preferredLanguage, practice.version);
    const history = toHistory(practice.progress);
    const candidates = listRecommendationCandidates(library, history);
    const { days, completedToday } = buildPlan(practice, candidates, { timeZone, now, length: 1 });
    const planned = days[0]?.sessions ?? [];
    const today = buildToday(practice, candidates, { planned, history, timeZone, now });
    const totals = sumPractice(practice.progress);
    return {
      totalSessions: totals.totalSessions,
      practiceMs: totals.practiceMs + own.breathingMs,
      newAnswers: own.newAnswers,
      dayStreak: computeDayStreak({ practices, timeZone, now }),
      sessionsToday: {
        done: completedToday.length,
        // As many as the plan has room for in the minutes that the person chose.
        recommended: Math.max(1, planned.length),
      },
      ...today,
      tonight: chooseForTonight(candidates, history, today),
      recentActivity: toRecentActivity(library, own.stretches),
    };
  });
}
