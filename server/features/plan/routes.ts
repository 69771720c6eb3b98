import type { App } from '#server/dependencies.ts';
import { loadSessionLibrary } from '#server/features/contents/published/reads.ts';
import { listRecommendationCandidates } from '#server/features/library/reads.ts';
import { toSessionHistories } from '#server/features/player/reads.ts';
import { registerRouteWithOwnData } from '#server/http/route.ts';
import { getNextContent } from '#shared/contract/contents.ts';
import { getPlan } from '#shared/contract/plan.ts';
import {
  buildPlan,
  buildTodaysSessions,
  loadLeadIns,
  type OwnPlanInputs,
  ownPlanInputsQuery,
} from './reads.ts';

/** Registers the routes of the plan, and of the next session after one that was finished. */
export function planRoutes(app: App): void {
  const { published } = app.dependencies;
  const practice = { rows: ownPlanInputsQuery };
  const readCandidates = async (own: OwnPlanInputs, language: 'en' | 'fr') => {
    const history = toSessionHistories(own.progress);
    const library = await published.read(loadSessionLibrary, language, own.version);
    const leadIns = await published.read(loadLeadIns, language, own.version);
    return { history, leadIns, candidates: listRecommendationCandidates(library, history) };
  };

  registerRouteWithOwnData(app, getPlan, practice, async ({ user, query, now, own }) => {
    const { candidates, leadIns } = await readCandidates(own, user.preferredLanguage);
    const { timeZone } = query;
    const { completedToday: _, ...plan } = buildPlan(own, candidates, { leadIns, timeZone, now });
    const named = new Set(plan.days.flatMap(({ sessions }) => sessions.map(({ id }) => id)));
    return { ...plan, contents: candidates.filter(({ id }) => named.has(id)) };
  });

  registerRouteWithOwnData(
    app,
    getNextContent,
    practice,
    async ({ user, params, query, now, own }) => {
      const { timeZone } = query;
      const { candidates, history, leadIns } = await readCandidates(own, user.preferredLanguage);
      const { days } = buildPlan(own, candidates, { leadIns, timeZone, now, length: 1 });
      const planned = days[0]?.sessions ?? [];
      const today = buildTodaysSessions(own, candidates, {
        planned,
        history,
        leadIns,
        timeZone: query.timeZone,
        now,
        after: params.id,
      });
      return { next: today.recommendations[0] ?? null };
    },
  );
}
