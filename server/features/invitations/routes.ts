import type { App, Dependencies } from '#server/dependencies.ts';
import { writeAuditEntry } from '#server/features/audit/writes.ts';
import { countWaitlist, listWaitlist } from '#server/features/waitlist/reads.ts';
import { AppError } from '#server/http/errors.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/invitations.ts';
import { inviteByEmail, inviteFromWaitlistAndDeleteEntries } from './writes.ts';

/** Registers the routes by which admins see who waits for an invitation, and invite. */
export function invitationRoutes(app: App): void {
  const deps = app.dependencies;

  registerRoute(app, contract.countWaitlist, async ({ db }) => ({
    total: await countWaitlist(db),
  }));
  registerRoute(app, contract.listWaitlist, async ({ db, user, now, body }) => {
    const limit = contract.WAITLIST_PAGE_SIZE;
    const rows = await listWaitlist(db, { after: body.after, limit: limit + 1 });
    const entries = rows.slice(0, limit);
    // The admin who looked, before it is shown.
    const entry = { action: 'waitlist.list', details: { count: entries.length } } as const;
    await writeAuditEntry(db, { at: now, actorId: user.id, by: 'admin', ...entry });
    const last = entries.at(-1);
    const next = rows.length > limit && last ? { at: last.joinedAt, email: last.email } : null;
    return { entries, next };
  });
  registerRoute(app, contract.inviteFromWaitlist, async ({ db, user, body }) => {
    assertCanInvite(deps);
    const chosen = 'emails' in body ? { emails: body.emails } : { longest: body.longest };
    const invited = await inviteFromWaitlistAndDeleteEntries(deps, db, chosen, user.id);
    return { invited, total: await countWaitlist(db) };
  });
  registerRoute(app, contract.inviteByEmail, async ({ db, user, body }) => {
    assertCanInvite(deps);
    const link = await inviteByEmail(deps, db, body, user.id);
    return { invited: link === null ? 0 : 1, total: await countWaitlist(db) };
  });
}

/** With Firebase there are no invitations: its accounts are not made here. */
function assertCanInvite({ auth }: Pick<Dependencies, 'auth'>): void {
  if (!auth) throw new AppError('not_found');
}
