import type { App } from '#server/dependencies.ts';
import { writeAuditEntry } from '#server/features/audit/writes.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/people-list.ts';
import { listPeople } from './reads.ts';

/** Registers the route by which admins list people; each page enters the audit log with its reason. */
export function peopleListRoutes(app: App): void {
  const { payments } = app.dependencies;

  registerRoute(app, contract.listPeople, async ({ db, user, now, body }) => {
    const { reason, after, ...filter } = body;
    const place = after && { at: new Date(after.at), id: after.id };
    const livemode = payments?.livemode ?? false;
    const rows = await listPeople(db, { ...filter, after: place }, { now, livemode });
    const people = rows.slice(0, body.limit).map(({ createdAt, lastActiveAt, ...rest }) => ({
      ...rest,
      createdAt: createdAt.toISOString(),
      lastActiveAt: lastActiveAt.toISOString(),
    }));
    // Recorded before it is shown, without what was typed, which may name a person.
    const { state = null, lastHere = null } = filter;
    const details = { reason, state, lastHere, count: people.length };
    await writeAuditEntry(db, {
      at: now,
      actorId: user.id,
      by: 'admin',
      action: 'people.list',
      details,
    });
    const last = people.at(-1);
    const next =
      rows.length > people.length && last ? { at: last.lastActiveAt, id: last.id } : null;
    return { people, next };
  });
}
