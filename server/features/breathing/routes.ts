import type { App } from '#server/dependencies.ts';
import { registerIdempotentRoute } from '#server/http/idempotent-route.ts';
import * as contract from '#shared/contract/breathing.ts';
import { recordBreathingPracticeAndDay } from './writes.ts';

/**
 * Registers the route that records a breathing exercise, once for each id (conflict when another exercise has it). An
 * exercise counts as practice, as a session does.
 */
export function breathingRoutes(app: App): void {
  registerIdempotentRoute(app, contract.recordPractice, {
    write: ({ db, user, body, now }) => {
      const startedAt = new Date(body.startedAt);
      const endedAt = new Date(body.endedAt);
      return recordBreathingPracticeAndDay(db, user.id, { ...body, startedAt, endedAt }, now);
    },
    reply: () => ({ ok: true as const }),
  });
}
