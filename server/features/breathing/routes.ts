import type { App } from '#server/dependencies.ts';
import { syncedRoute } from '#server/http/synced-route.ts';
import * as contract from '#shared/contract/breathing.ts';
import { recordPractice } from './writes.ts';

/** Registers the routes of breathing exercises, which count as practice like a session. */
export function breathingRoutes(app: App): void {
  syncedRoute(app, contract.recordPractice, {
    write: ({ db, user, body, now }) => {
      const startedAt = new Date(body.startedAt);
      const endedAt = new Date(body.endedAt);
      return recordPractice(db, user.id, { ...body, startedAt, endedAt }, now);
    },
    reply: () => ({ ok: true as const }),
  });
}
