import type { App } from '#server/dependencies.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/player.ts';
import { recordListen, saveRating } from './writes.ts';

/** What the player tells the server: stretches of listening, and ratings. */
export function playerRoutes(app: App): void {
  route(app, contract.recordListen, async ({ db, user, body, now }) => {
    const listen = {
      ...body,
      startedAt: new Date(body.startedAt),
      endedAt: new Date(body.endedAt),
    };
    const kept = await recordListen(db, user.id, listen, now);
    return {
      contentId: kept.contentId,
      positionMs: kept.positionMs,
      listenedMs: kept.listenedMs,
      listenedAt: kept.lastListenedAt.toISOString(),
      completedAt: kept.completedAt?.toISOString() ?? null,
      withdrawn: kept.withdrawn,
    };
  });

  route(app, contract.saveRating, async ({ db, user, params, body, now }) => {
    const given = { rating: body.rating, ratedAt: new Date(body.ratedAt) };
    const kept = await saveRating(db, user.id, params.id, given, now);
    return { contentId: kept.contentId, rating: kept.rating, ratedAt: kept.ratedAt.toISOString() };
  });
}
