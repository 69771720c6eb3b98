import type { App } from '#server/dependencies.ts';
import { findUser } from '#server/features/account/reads.ts';
import { writeAuditEntry } from '#server/features/audit/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { registerRoute } from '#server/http/route.ts';
import { runEachDespiteFailures } from '#server/run-each.ts';
import * as contract from '#shared/contract/pricing.ts';
import { findCustomerSyncTime, listCustomerIds, listPasses } from '../reads.ts';
import { syncAndCorrectCustomer } from '../sync-customer.ts';
import type { passes } from '../table.ts';
import { grantPass, revokePass } from './writes.ts';

/**
 * Registers the admin routes that list, grant and revoke a person's passes, and the one that brings the person's stored
 * purchases up to date from the payment provider.
 */
export function grantRoutes(app: App): void {
  const { payments } = app.dependencies;

  registerRoute(app, contract.listPassesOfPerson, async ({ db, params, now }) => {
    if (!(await findUser(db, params.id))) throw new AppError('not_found');
    const [all, syncedAt] = await Promise.all([
      listPasses(db, params.id),
      findCustomerSyncTime(db, params.id),
    ]);
    const livemode = payments?.livemode ?? false;
    return {
      passes: all.map((pass) => toPassReply(pass, livemode, now)),
      syncedAt: syncedAt?.toISOString() ?? null,
    };
  });

  registerRoute(app, contract.grantPass, async ({ db, params, body, user, now }) => {
    const endsAt = body.endsAt === null ? null : new Date(body.endsAt);
    const grant = { ...body, userId: params.id, endsAt };
    return { id: await grantPass(db, grant, { actorId: user.id, at: now }) };
  });

  registerRoute(app, contract.revokePass, async ({ db, params, body, user, now }) => {
    await revokePass(db, { ...body, id: params.id }, { actorId: user.id, at: now });
    return { ok: true as const };
  });

  registerRoute(app, contract.syncPassesOfPerson, async ({ db, params, body, user, now }) => {
    const customers = await listCustomerIds(db, params.id, payments?.livemode);
    if (!payments || customers.length === 0) throw new AppError('not_found');
    await runEachDespiteFailures(customers, (id) => syncAndCorrectCustomer(app.dependencies, id));
    const entry = { at: now, actorId: user.id, by: 'admin', subjectId: params.id } as const;
    await writeAuditEntry(db, { ...entry, action: 'pass.sync', details: body });
    return { ok: true as const };
  });
}

function toPassReply(pass: typeof passes.$inferSelect, livemode: boolean, now: Date) {
  const { startsAt, createdAt, endsAt, revokedAt, withdrawnAt, periodEnd, source } = pass;
  const hasBegun = startsAt <= now || startsAt <= createdAt;
  const counts = pass.livemode || source === 'grant' || !livemode;
  return {
    ...pass,
    isActive: counts && hasBegun && !revokedAt && (endsAt === null || endsAt > now),
    renews: pass.renews ?? false,
    startsAt: startsAt.toISOString(),
    periodEnd: (periodEnd ?? endsAt)?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
  };
}
