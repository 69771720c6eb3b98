import type { App } from '#server/dependencies.ts';
import { buildLimitKey, consumeLimit } from '#server/http/limits.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/planned.ts';
import { changePause } from './change-pause.ts';
import { changeToMonthly } from './change-to-monthly.ts';

/** Limit of one person's changes of what their pass does later. */
const LIMIT = { limit: 20, windowMs: 60_000 };

/** Registers the routes by which people pause a pass, or have it go on as another one. */
export function plannedRoutes(app: App): void {
  route(app, contract.changePause, async ({ db, user, body, now }) => {
    await consumeLimit(db, buildLimitKey(app, 'planned', user.id), LIMIT, now);
    return { ok: true as const, bankUrl: await changePause(app.dependencies, user.id, body) };
  });

  route(app, contract.changeToMonthly, async ({ db, user, body, now }) => {
    await consumeLimit(db, buildLimitKey(app, 'planned', user.id), LIMIT, now);
    await changeToMonthly(app.dependencies, user.id, body.amountMinor);
    return { ok: true as const };
  });
}
