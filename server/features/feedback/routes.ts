import type { App } from '#server/dependencies.ts';
import { isHuman } from '#server/features/bot-check/writes.ts';
import { consume, limitKey } from '#server/http/limits.ts';
import { requireUser, route } from '#server/http/route.ts';
import * as contract from '#shared/contract/public.ts';
import { saveFeedback } from './writes.ts';

const NOTES = { limit: 20, windowMs: 60 * 60_000 };
/** For whom the bot check could not run. */
const UNCHECKED_NOTES = { limit: 3, windowMs: 60 * 60_000 };

/** The form behind the beta banner. */
export function feedbackRoutes(app: App): void {
  route(app, contract.sendFeedback, async (call) => {
    const { id } = requireUser(call);
    const { db, now } = call;
    const { botToken, ...given } = call.body;
    await consume(db, limitKey(app, 'feedback', id), NOTES, now);
    if (!(await isHuman(app.dependencies, db, 'feedback', botToken, now)))
      await consume(db, limitKey(app, 'feedback-unchecked', id), UNCHECKED_NOTES, now);
    await saveFeedback(db, id, given);
    return { ok: true as const };
  });
}
