import type { App } from '#server/dependencies.ts';
import { registerRoute } from '#server/http/route.ts';
import { getOutcomes } from '#shared/contract/outcomes.ts';
import { findLastCountedDay } from '../marks/policy.ts';
import {
  findOutcomesCountedUntil,
  listOutcomeSums,
  listRunningOutcomePeopleCounts,
  listProgramTitles,
} from './reads.ts';
import { listProgramIdsOfOutcomeSums, toOutcomes } from './wire.ts';

/** Registers the route of the outcomes: how fear changes from one measurement to the next, of all people together. */
export function outcomeRoutes(app: App): void {
  registerRoute(app, getOutcomes, async ({ db, user }) => {
    const [sums, sizes, countedUntil] = await Promise.all([
      listOutcomeSums(db),
      listRunningOutcomePeopleCounts(db),
      findOutcomesCountedUntil(db),
    ]);
    const titles = await listProgramTitles(
      db,
      listProgramIdsOfOutcomeSums(sums),
      user.preferredLanguage,
    );
    return {
      lastDay: findLastCountedDay(countedUntil),
      ...toOutcomes(sums, sizes, new Map(titles.map(({ id, title }) => [id, title]))),
    };
  });
}
