import type { App } from '#server/dependencies.ts';
import { clientKey, consume } from '#server/http/limits.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/public.ts';
import { joinWaitlist } from './writes.ts';

const JOINS = { limit: 10, windowMs: 60 * 60_000 };

/** The waiting list of the public site. */
export function waitlistRoutes(app: App): void {
  route(app, contract.joinWaitlist, async ({ db, body, request, now }) => {
    await consume(db, clientKey(request, 'waitlist'), JOINS, now);
    await joinWaitlist(db, body.email, body.language);
    return { ok: true as const };
  });
}
