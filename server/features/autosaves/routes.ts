import type { App } from '#server/dependencies.ts';
import { toServerWriteTime } from '#server/http/device-clock.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/admin-autosaves.ts';
import { findAutosave } from './reads.ts';
import { saveAutosave } from './writes.ts';

/** Registers the routes by which the studio keeps what an admin has written and not saved. */
export function autosaveRoutes(app: App): void {
  registerRoute(app, contract.getAutosave, async ({ db, user, query }) => {
    const found = await findAutosave(db, user.id, query.form);
    if (found?.typed == null) return { autosave: null };
    const { version, typed, writtenAt } = found;
    const fields = JSON.parse(typed) as Record<string, unknown>;
    return { autosave: { version, typed: fields, writtenAt: writtenAt.toISOString() } };
  });
  registerRoute(app, contract.saveAutosave, async ({ db, user, body, now, request }) => {
    const { writtenAt } = toServerWriteTime(body.writtenAt, { now, request });
    const typed = body.typed && JSON.stringify(body.typed);
    await saveAutosave(db, user.id, { ...body, typed, writtenAt });
    return { writtenAt: writtenAt.toISOString() };
  });
}
