import { combineOwnDataQueries } from '#server/db/own-data.ts';
import type { App } from '#server/dependencies.ts';
import { ownBreathingMsQuery, ownLatestPracticeIdQuery } from '#server/features/breathing/reads.ts';
import { loadSessionLibrary } from '#server/features/contents/published/reads.ts';
import { listRecommendationCandidates } from '#server/features/library/reads.ts';
import { sumListeningProgress, toSessionHistories } from '#server/features/player/reads.ts';
import { ownRecentListeningStretchesQuery } from '#server/features/player/reads.ts';
import {
  buildPlan,
  buildTodaysSessions,
  chooseSessionForTonight,
  loadLeadIns,
  ownPlanInputsQuery,
} from '#server/features/plan/reads.ts';
import { ownPracticeDayRunsQuery } from '#server/features/streak/reads.ts';
import { ownUnreadAnswerCountQuery } from '#server/features/support/reads.ts';
import { registerRouteWithOwnData } from '#server/http/route.ts';
import * as contract from '#shared/contract/dashboard.ts';
import { computeDayStreak } from '#shared/rules/streak.ts';
import { toRecentActivity } from './wire.ts';

const rows = combineOwnDataQueries({
  practice: ownPlanInputsQuery,
  breathingMs: ownBreathingMsQuery,
  latestPracticeId: ownLatestPracticeIdQuery,
  practices: ownPracticeDayRunsQuery,
  stretches: ownRecentListeningStretchesQuery,
  newAnswers: ownUnreadAnswerCountQuery,
});

/** Registers the route that returns all data of the dashboard. */
export function dashboardRoutes(app: App): void {
  const { published } = app.dependencies;
  registerRouteWithOwnData(
    app,
    contract.getDashboard,
    { rows },
    async ({ user, query, now, own }) => {
      const { practice, practices } = own;
      const { timeZone } = query;
      const library = await published.read(
        loadSessionLibrary,
        user.preferredLanguage,
        practice.version,
      );
      const leadIns = await published.read(loadLeadIns, user.preferredLanguage, practice.version);
      const history = toSessionHistories(practice.progress);
      const candidates = listRecommendationCandidates(library, history);
      const { days, completedToday } = buildPlan(practice, candidates, {
        leadIns,
        timeZone,
        now,
        length: 1,
      });
      const planned = days[0]?.sessions ?? [];
      const { when, ...today } = buildTodaysSessions(practice, candidates, {
        planned,
        history,
        leadIns,
        timeZone,
        now,
      });
      const totals = sumListeningProgress(practice.progress);
      return {
        totalSessions: totals.totalSessions,
        practiceMs: totals.practiceMs + own.breathingMs,
        latestPracticeId: own.latestPracticeId,
        newAnswers: own.newAnswers,
        dayStreak: computeDayStreak({ practices, timeZone, now }),
        sessionsToday: {
          done: completedToday.length,
          // As many as the plan has room for in the minutes that the person chose.
          recommended: Math.max(1, planned.length),
        },
        ...today,
        tonight: chooseSessionForTonight(candidates, history, { ...today, when }),
        recentActivity: toRecentActivity(library, own.stretches),
      };
    },
  );
}
