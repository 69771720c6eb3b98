import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { findSessionDurationAndAvailability } from '#server/features/contents/reads.ts';
import { toServerInstant } from '#server/http/device-clock.ts';
import { AppError } from '#server/http/errors.ts';
import { registerIdempotentRoute } from '#server/http/idempotent-route.ts';
import * as contract from '#shared/contract/player.ts';
import { findSessionProgress, findSessionRating } from './reads.ts';
import { recordListenProgressAndDay, saveSessionRating } from './writes.ts';

/**
 * Refuses a listen of a person without a pass, unless the session is free.
 * @throws content_not_found, pass_required
 */
async function assertMayListen(
  db: Database,
  { hasActiveAccess }: { hasActiveAccess: boolean },
  contentId: string,
): Promise<void> {
  if (hasActiveAccess) return;
  const session = await findSessionDurationAndAvailability(db, contentId);
  if (!session) throw new AppError('content_not_found');
  if (!session.isFree) throw new AppError('pass_required');
}

/** Registers the routes of the player: listens and ratings. */
export function playerRoutes(app: App): void {
  registerIdempotentRoute(app, contract.recordListen, {
    write: async (call) => {
      const { db, user, body, now } = call;
      await assertMayListen(db, user, body.contentId);
      const startedAt = toServerInstant(body.startedAt, call);
      const endedAt = toServerInstant(body.endedAt, call);
      const selfRatings = (body.selfRatings ?? []).map((given) => ({
        ...given,
        ratedAt: toServerInstant(given.ratedAt, call),
      }));
      return recordListenProgressAndDay(
        db,
        user.id,
        { ...body, startedAt, endedAt, selfRatings },
        now,
      );
    },
    reply: async ({ db, user, body }) => {
      const [kept, heard] = await Promise.all([
        findSessionProgress(db, user.id, body.contentId),
        findSessionDurationAndAvailability(db, body.contentId),
      ]);
      if (!kept || !heard) throw new AppError('content_not_found');
      return {
        contentId: kept.contentId,
        positionMs: kept.positionMs,
        listenedMs: kept.listenedMs,
        listenedAt: kept.lastListenedAt.toISOString(),
        completedAt: kept.completedAt?.toISOString() ?? null,
        unpublished: heard.unpublished,
      };
    },
  });

  registerIdempotentRoute(app, contract.saveSessionRating, {
    write: (call) => {
      const { db, user, params, body, now } = call;
      const given = { rating: body.rating, ratedAt: toServerInstant(body.ratedAt, call) };
      return saveSessionRating(db, user.id, params.id, given, now);
    },
    reply: async ({ db, user, params }) => {
      const kept = await findSessionRating(db, user.id, params.id);
      if (!kept) throw new AppError('content_not_found');
      const { contentId, rating, ratedAt } = kept;
      return { contentId, rating, ratedAt: ratedAt.toISOString() };
    },
  });
}
