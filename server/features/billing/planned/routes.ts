import type { App } from '#server/dependencies.ts';
import { buildRateLimitKey, consumeRateLimit } from '#server/http/rate-limits.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/planned-changes.ts';
import { pauseOrResumePayments } from './change-pause.ts';
import { planOrUnplanMonthlyAfterYear } from './change-to-monthly.ts';

const LIMIT = { limit: 20, windowMs: 60_000 };

/** Registers the routes by which people pause a pass, or have it go on as another one. */
export function pauseAndMonthlyPlanRoutes(app: App): void {
  registerRoute(app, contract.setPaymentPause, async ({ db, user, body, now }) => {
    await consumeRateLimit(db, buildRateLimitKey(app, 'planned', user.id), LIMIT, now);
    return {
      ok: true as const,
      bankUrl: await pauseOrResumePayments(app.dependencies, user.id, body),
    };
  });

  registerRoute(app, contract.setMonthlyFromNextYear, async ({ db, user, body, now }) => {
    await consumeRateLimit(db, buildRateLimitKey(app, 'planned', user.id), LIMIT, now);
    await planOrUnplanMonthlyAfterYear(app.dependencies, user.id, body.amountMinor);
    return { ok: true as const };
  });
}
