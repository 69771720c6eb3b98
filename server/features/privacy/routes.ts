import type { App } from '#server/dependencies.ts';
import { webHeaders } from '#server/features/identity/wire.ts';
import { provePassword } from '#server/features/identity/writes.ts';
import { postLetter } from '#server/features/mail/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { consume, consumeWithPauses, forgive, limitKey } from '#server/http/limits.ts';
import { requireUser, route } from '#server/http/route.ts';
import { markOf, seal } from '#server/seal.ts';
import * as contract from '#shared/contract/privacy.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { exportPerson } from './reads.ts';
import { erasePerson } from './writes.ts';

const EXPORTS = { limit: 10, windowMs: 60 * 60_000 };
const PASSWORDS = { limit: 5, windowMs: 60_000 };

/** What a person may ask for at any time: all that is held of them, and that it be erased. */
export function privacyRoutes(app: App): void {
  const { jobs, secret, outside } = app.dependencies;

  route(app, contract.exportMe, async (call) => {
    const { id } = requireUser(call);
    const { identity, db, now, reply } = call;
    await consume(db, limitKey(app, 'export', id), EXPORTS, now);
    const keys = { userId: id, uid: identity.uid, email: identity.email.toLowerCase() };
    const tables = await exportPerson(db, keys);
    const name = `${PRODUCT_NAME.toLowerCase()}-${now.toISOString().slice(0, 10)}.json`;
    void reply.header('content-disposition', `attachment; filename="${name}"`);
    // Dates become text, as in the file.
    const rows = JSON.parse(JSON.stringify(tables)) as Record<string, Record<string, never>[]>;
    return { product: PRODUCT_NAME, exportedAt: now.toISOString(), tables: rows };
  });

  route(app, contract.eraseMe, async (call) => {
    const user = requireUser(call);
    const { identity, db, body, reply, request, now } = call;
    if (body.email.toLowerCase() !== identity.email.toLowerCase())
      throw new AppError('invalid_input', { email: 'not_yours' });
    const key = limitKey(app, 'password', identity.uid);
    await consumeWithPauses(db, key, PASSWORDS, now);
    const { currentPassword: password = '' } = body;
    await provePassword(app.dependencies, {
      uid: identity.uid,
      password,
      headers: webHeaders(request),
    });
    await forgive(db, key);
    const known = { userId: user.id, uid: identity.uid, email: identity.email.toLowerCase() };
    await erasePerson(db, known, async (tx, keys) => {
      const ids = [keys.uid, keys.email, known.email];
      await jobs.forget(
        tx,
        ids.map((id) => markOf(secret, id)),
      );
      await postLetter(app.dependencies, tx, {
        name: 'erased',
        to: identity.email,
        language: user.preferredLanguage,
      });
      for (const service of outside.keys())
        await jobs.send(tx, 'tell-erased', { sealed: seal(secret, { service, keys }) });
    });
    void reply.header('clear-site-data', '"cache", "cookies", "storage"');
    return { ok: true as const };
  });
}
