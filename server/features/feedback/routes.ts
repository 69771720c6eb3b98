import type { App } from '#server/dependencies.ts';
import { consumeBotCheckToken } from '#server/features/bot-check/writes.ts';
import { consume, buildLimitKey } from '#server/http/limits.ts';
import { requireUser, route } from '#server/http/route.ts';
import * as contract from '#shared/contract/public.ts';
import { saveFeedback } from './writes.ts';

const FEEDBACK_LIMIT = { limit: 20, windowMs: 60 * 60_000 };
/** Limit for requests without a valid bot-check token. */
const UNCHECKED_FEEDBACK_LIMIT = { limit: 3, windowMs: 60 * 60_000 };

/** Registers the route of the feedback form. */
export function feedbackRoutes(app: App): void {
  route(app, contract.sendFeedback, async (call) => {
    const { id } = requireUser(call);
    const { db, now } = call;
    const { botToken, ...given } = call.body;
    await consume(db, buildLimitKey(app, 'feedback', id), FEEDBACK_LIMIT, now);
    if (!(await consumeBotCheckToken(app.dependencies, db, 'feedback', botToken, now)))
      await consume(
        db,
        buildLimitKey(app, 'feedback-unchecked', id),
        UNCHECKED_FEEDBACK_LIMIT,
        now,
      );
    await saveFeedback(db, id, given);
    return { ok: true as const };
  });
}
