import type { FastifyReply } from 'fastify';
import type { App } from '#server/dependencies.ts';
import { toPlaceholderEmail } from '#server/features/identity/claims/writes.ts';
import { describeDevice, buildBetterAuthHeaders } from '#server/features/identity/wire.ts';
import {
  PASSWORD_TRIES_LIMIT,
  recordSecurityEvent,
  verifyPasswordIfSet,
} from '#server/features/identity/writes.ts';
import { assertFreshSignIn } from '#server/http/access.ts';
import { AppError } from '#server/http/errors.ts';
import type { Identity } from '#server/http/identity.ts';
import {
  consumeRateLimit,
  consumeRateLimitWithBackoff,
  resetRateLimit,
  buildRateLimitKey,
} from '#server/http/rate-limits.ts';
import {
  type EndpointCall,
  requireCallerProfile,
  registerRoute,
  buildStatusReply,
  buildJsonStreamReply,
} from '#server/http/route.ts';
import * as contract from '#shared/contract/privacy.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { eraseAccount } from './erase-account.ts';
import { hasFreeExportSlot, exportPersonalData } from './export-data.ts';
import { requestExport } from './prepare-export.ts';
import { findRequestedExport, hasMorePersonalRows, streamPreparedExport } from './reads.ts';

/** A person who has more than so many rows gets them prepared in the background. */
const MAX_ROWS_AT_ONCE = 20_000;
const EXPORT_LIMIT = { limit: 10, windowMs: 60 * 60_000 };

/** The address by which rows belong to a person: an unconfirmed one may be another person's, and brings them nothing. */
const getOwnEmail = ({ uid, email, emailConfirmed }: Identity): string =>
  emailConfirmed ? email.toLowerCase() : toPlaceholderEmail(uid);

/** Registers the routes by which people export and erase their data. */
export function privacyRoutes(app: App): void {
  /** Verifies that the owner calls: by the password, or by a fresh sign-in if the account has none. */
  async function verifyOwner(
    call: Pick<
      EndpointCall<typeof contract.eraseOwnAccount>,
      'identity' | 'db' | 'request' | 'now'
    >,
    password = '',
  ): Promise<void> {
    const { identity, db, request, now } = call;
    const { uid } = identity;
    const key = buildRateLimitKey(app, 'password', uid);
    await consumeRateLimitWithBackoff(db, key, PASSWORD_TRIES_LIMIT, now);
    const headers = buildBetterAuthHeaders(request);
    if (!(await verifyPasswordIfSet(app.dependencies, { uid, password, headers })))
      await assertFreshSignIn(request);
    await resetRateLimit(db, key);
  }

  const nameFile = (reply: FastifyReply, at: Date) => {
    const name = `${PRODUCT_NAME.toLowerCase()}-${at.toISOString().slice(0, 10)}.json`;
    void reply.header('content-disposition', `attachment; filename="${name}"`);
    return reply.type('application/json; charset=utf-8');
  };

  registerRoute(app, contract.exportOwnData, async (call) => {
    const { id } = requireCallerProfile(call);
    const { identity, db, now, reply, request, body } = call;
    await verifyOwner(call, body.currentPassword);
    await consumeRateLimit(db, buildRateLimitKey(app, 'export', id), EXPORT_LIMIT, now);
    const keys = { userId: id, uid: identity.uid, email: getOwnEmail(identity) };
    const head = { product: PRODUCT_NAME, exportedAt: now.toISOString() };
    const isLarge = await hasMorePersonalRows(db, keys, MAX_ROWS_AT_ONCE);
    // While a person reads theirs, on a slow phone for minutes, others get theirs prepared.
    const { exportDb } = app.dependencies;
    const data =
      isLarge || !hasFreeExportSlot() ? null : await exportPersonalData(exportDb, keys, head);
    if (!data) await requestExport(app.dependencies, { keys, head }, now);
    const device = describeDevice(request.headers['user-agent']);
    if (identity.provider === 'builtin')
      await recordSecurityEvent(db, { uid: identity.uid, kind: 'data_exported', device, now });
    return data
      ? buildJsonStreamReply(nameFile(reply, now), data)
      : buildStatusReply(202, { state: 'preparing' as const });
  });

  registerRoute(app, contract.getExportState, async (call) => {
    const found = await findRequestedExport(call.db, requireCallerProfile(call).id, call.now);
    if (!found) return { state: 'none' as const, until: null };
    if (!found.readyAt) return { state: 'preparing' as const, until: null };
    return { state: 'ready' as const, until: found.expiresAt.toISOString() };
  });

  registerRoute(app, contract.getExportFile, async (call) => {
    const { db, now, reply } = call;
    const found = await findRequestedExport(db, requireCallerProfile(call).id, now);
    if (!found?.readyAt) throw new AppError('not_found');
    return buildJsonStreamReply(
      nameFile(reply, found.askedAt),
      streamPreparedExport(db, found.userId),
    );
  });

  registerRoute(app, contract.eraseOwnAccount, async (call) => {
    const user = requireCallerProfile(call);
    const { identity, db, body, reply } = call;
    if (body.email.toLowerCase() !== identity.email.toLowerCase())
      throw new AppError('invalid_input', { email: 'not_yours' });
    await verifyOwner(call, body.currentPassword);
    const known = { userId: user.id, uid: identity.uid, email: getOwnEmail(identity) };
    const language = user.preferredLanguage;
    const to = identity.emailConfirmed ? identity.email : null;
    await eraseAccount(app.dependencies, db, { known, to, language });
    void reply.header('clear-site-data', '"cache", "cookies", "storage"');
    return { ok: true as const };
  });
}
