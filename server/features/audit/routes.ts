import type { App } from '#server/dependencies.ts';
import { registerRoute } from '#server/http/route.ts';
import { listAuditEntries as contract } from '#shared/contract/admin.ts';
import { listAuditEntries } from './reads.ts';

/** Registers the route by which admins list the audit log, page by page. */
export function auditRoutes(app: App): void {
  registerRoute(app, contract, async ({ db, query }) => {
    const found = await listAuditEntries(db, query);
    const entries = found.slice(0, query.limit);
    return {
      entries: entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
      next: found.length > entries.length ? (entries.at(-1)?.id ?? null) : null,
    };
  });
}
