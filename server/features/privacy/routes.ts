import type { App } from '#server/dependencies.ts';
import { describeDevice, toAuthHeaders } from '#server/features/identity/wire.ts';
import {
  PASSWORD_TRIES,
  recordSecurityEvent,
  verifyCurrentPassword,
} from '#server/features/identity/writes.ts';
import { AppError } from '#server/http/errors.ts';
import {
  consumeLimit,
  consumeWithBackoff,
  resetLimit,
  buildLimitKey,
} from '#server/http/limits.ts';
import { requireUser, route, withStream } from '#server/http/route.ts';
import * as contract from '#shared/contract/privacy.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { eraseAccount } from './erase-account.ts';
import { exportPersonalData } from './export-data.ts';

const EXPORT_LIMIT = { limit: 10, windowMs: 60 * 60_000 };

/** Registers the routes to export and to erase one's data. */
export function privacyRoutes(app: App): void {
  route(app, contract.exportMe, async (call) => {
    const { id } = requireUser(call);
    const { identity, db, now, reply, request } = call;
    await consumeLimit(db, buildLimitKey(app, 'export', id), EXPORT_LIMIT, now);
    const keys = { userId: id, uid: identity.uid, email: identity.email.toLowerCase() };
    const head = { product: PRODUCT_NAME, exportedAt: now.toISOString() };
    const data = await exportPersonalData(db, keys, head);
    const device = describeDevice(request.headers['user-agent']);
    if (identity.provider === 'builtin')
      await recordSecurityEvent(db, { uid: identity.uid, kind: 'data_exported', device, now });
    const name = `${PRODUCT_NAME.toLowerCase()}-${now.toISOString().slice(0, 10)}.json`;
    void reply.header('content-disposition', `attachment; filename="${name}"`);
    return withStream(reply.type('application/json; charset=utf-8'), data);
  });

  route(app, contract.eraseMe, async (call) => {
    const user = requireUser(call);
    const { identity, db, body, reply, request, now } = call;
    if (body.email.toLowerCase() !== identity.email.toLowerCase())
      throw new AppError('invalid_input', { email: 'not_yours' });
    const key = buildLimitKey(app, 'password', identity.uid);
    await consumeWithBackoff(db, key, PASSWORD_TRIES, now);
    const { currentPassword: password = '' } = body;
    await verifyCurrentPassword(app.dependencies, {
      uid: identity.uid,
      password,
      headers: toAuthHeaders(request),
    });
    await resetLimit(db, key);
    const known = { userId: user.id, uid: identity.uid, email: identity.email.toLowerCase() };
    const language = user.preferredLanguage;
    await eraseAccount(app.dependencies, db, { known, to: identity.email, language });
    void reply.header('clear-site-data', '"cache", "cookies", "storage"');
    return { ok: true as const };
  });
}
