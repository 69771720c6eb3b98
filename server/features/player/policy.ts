import { joinStretches } from '#shared/rules/listens.ts';
import type { SessionHistory } from '#shared/rules/recommendation.ts';
import type { OwnListens, OwnProgress, OwnStretches } from './reads.ts';

/** What a person did with each session, by session id. */
export function toHistory(progress: OwnProgress): Map<string, SessionHistory> {
  return new Map(
    progress.map(({ contentId, lastCompletedAt, listens }) => [
      contentId,
      { completedAt: lastCompletedAt, listens },
    ]),
  );
}

/**
 * What a person had done with each session before the instant `before`, which `progress` was read for and `recent`
 * listens reach back to: the totals less the listens since.
 */
export function toHistoryBefore(
  progress: OwnProgress,
  recent: OwnListens,
  before: Date,
): Map<string, SessionHistory> {
  const since = Map.groupBy(
    recent.filter(({ at }) => at >= before),
    ({ contentId }) => contentId,
  );
  return new Map(
    progress.flatMap(({ contentId, ...folded }) => {
      const listens = folded.listens - (since.get(contentId)?.length ?? 0);
      const isLastEarlier = folded.lastCompletedAt !== null && folded.lastCompletedAt < before;
      const completedAt = isLastEarlier ? folded.lastCompletedAt : folded.completedEarlier;
      return listens > 0 ? [[contentId, { completedAt, listens }] as const] : [];
    }),
  );
}

/** How often sessions were finished, the same one each time, and the time practised, over all the person ever did. */
export function sumTotals(progress: OwnProgress): { totalSessions: number; practiceMs: number } {
  const totals = { totalSessions: 0, practiceMs: 0 };
  for (const { completions, listenedMs } of progress) {
    totals.totalSessions += completions;
    totals.practiceMs += listenedMs;
  }
  return totals;
}

const MAX_RECENT_LISTENS = 20;

/** The latest listens, each joined from its stretches. */
export function listRecentListens(stretches: OwnStretches): OwnStretches {
  return joinStretches(stretches).slice(0, MAX_RECENT_LISTENS);
}
