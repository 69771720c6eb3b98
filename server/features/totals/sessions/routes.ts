import type { App } from '#server/dependencies.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/session-totals.ts';
import { findLastCountedDay } from '../marks/policy.ts';
import { findTotalCountedUntil } from '../marks/reads.ts';
import { listSessionTotals } from './reads.ts';
import { decodeSessionTotalCursor, encodeSessionTotalCursor, toSessionTotals } from './wire.ts';

/** Registers the route of what people together did with each session. */
export function sessionTotalRoutes(app: App): void {
  registerRoute(app, contract.listSessionTotals, async ({ db, query }) => {
    const { after, limit } = query;
    const [rows, countedUntil] = await Promise.all([
      listSessionTotals(db, {
        ...query,
        after: after === undefined ? after : decodeSessionTotalCursor(after),
      }),
      findTotalCountedUntil(db, 'sessions'),
    ]);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      lastDay: findLastCountedDay(countedUntil),
      sessions: page.map(toSessionTotals),
      next: rows.length > limit && last ? encodeSessionTotalCursor(last) : null,
    };
  });
}
