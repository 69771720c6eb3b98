import type { App } from '#server/dependencies.ts';
import { listCandidates } from '#server/features/library/reads.ts';
import { route } from '#server/http/route.ts';
import { nextContent } from '#shared/contract/contents.ts';
import { getPlan } from '#shared/contract/plan.ts';
import { buildPlan, buildToday } from './reads.ts';

/** Registers the routes of the plan, and of the session to recommend after another. */
export function planRoutes(app: App): void {
  route(app, getPlan, async ({ db, user, query, now }) => {
    const candidates = await listCandidates(db, user.id, user.preferredLanguage);
    const { completedToday: _, ...plan } = await buildPlan(db, user, candidates, {
      timeZone: query.timeZone,
      now,
    });
    const named = new Set(plan.days.flatMap(({ sessions }) => sessions.map(({ id }) => id)));
    return { ...plan, contents: candidates.filter(({ id }) => named.has(id)) };
  });

  route(app, nextContent, async ({ db, user, params, query, now }) => {
    const { timeZone } = query;
    const candidates = await listCandidates(db, user.id, user.preferredLanguage);
    const { days } = await buildPlan(db, user, candidates, { timeZone, now });
    const planned = days[0]?.sessions ?? [];
    const today = await buildToday(db, user, candidates, { planned, now, after: params.id });
    return { next: today.recommendations[0] ?? null };
  });
}
