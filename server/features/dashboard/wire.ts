import type { SessionLibrary } from '#server/features/contents/published/reads.ts';
import { listRecentListens } from '#server/features/player/reads.ts';
import type { OwnRecentListeningStretches } from '#server/features/player/reads.ts';
import type { Dashboard } from '#shared/contract/dashboard.ts';

/**
 * Converts a person's recorded listening to the dashboard's recent activity: the latest listens, at most 20, newest
 * first, each joined from its recorded stretches, with the title, kind and situations of its session. Sessions
 * unpublished since are included; those missing from `library` are left out.
 */
export function toRecentActivity(
  library: SessionLibrary,
  stretches: OwnRecentListeningStretches,
): Dashboard['recentActivity'] {
  const known = stretches.filter(({ contentId }) => library.all.has(contentId));
  return listRecentListens(known).flatMap(({ id, contentId, listenedMs, completed, endedAt }) => {
    const session = library.all.get(contentId);
    if (!session) return [];
    const { title, kind, situations } = session;
    const listen = { listenId: id, contentId, listenedMs, completed, at: endedAt.toISOString() };
    return [{ ...listen, title, kind, situations }];
  });
}
