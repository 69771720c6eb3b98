import type { App } from '#server/dependencies.ts';
import { consume, limitKey } from '#server/http/limits.ts';
import { requireUser, route } from '#server/http/route.ts';
import * as contract from '#shared/contract/public.ts';
import { saveFeedback } from './writes.ts';

const NOTES = { limit: 20, windowMs: 60 * 60_000 };

/** The form behind the beta banner. */
export function feedbackRoutes(app: App): void {
  route(app, contract.sendFeedback, async (call) => {
    const { id } = requireUser(call);
    await consume(call.db, limitKey(app, 'feedback', id), NOTES, call.now);
    await saveFeedback(call.db, id, call.body);
    return { ok: true as const };
  });
}
