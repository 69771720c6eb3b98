import type { App } from '#server/dependencies.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/session-totals.ts';
import { getLastCountedDay } from '../marks/policy.ts';
import { findTotalMark } from '../marks/reads.ts';
import { listSessionTotals } from './reads.ts';
import { fromCursor, toCursor, toSessionTotal } from './wire.ts';

/** Registers the route of what people together did with each session. */
export function sessionTotalRoutes(app: App): void {
  registerRoute(app, contract.listSessionTotals, async ({ db, query }) => {
    const { after, limit } = query;
    const [rows, countedUntil] = await Promise.all([
      listSessionTotals(db, { ...query, after: after === undefined ? after : fromCursor(after) }),
      findTotalMark(db, 'sessions'),
    ]);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      lastDay: getLastCountedDay(countedUntil),
      sessions: page.map(toSessionTotal),
      next: rows.length > limit && last ? toCursor(last) : null,
    };
  });
}
