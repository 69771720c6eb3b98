import type { App } from '#server/dependencies.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/breathing.ts';
import { recordPractice } from './writes.ts';

/** Breathing exercises, which count as practice like a session. */
export function breathingRoutes(app: App): void {
  route(app, contract.recordPractice, async ({ db, user, body, now }) => {
    const startedAt = new Date(body.startedAt);
    const endedAt = new Date(body.endedAt);
    await recordPractice(db, user.id, { ...body, startedAt, endedAt }, now);
    return { ok: true as const };
  });
}
