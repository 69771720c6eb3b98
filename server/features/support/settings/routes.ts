import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { findLastEdit } from '#server/features/audit/reads.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/admin-support.ts';
import {
  changeSupportSettings,
  findOrCreateSupportSettings,
  SUPPORT_SETTINGS_AUDIT_TARGET,
  toSupportSettings,
} from './writes.ts';

/** Registers the routes by which admins read and change the support settings. */
export function supportSettingsRoutes(app: App): void {
  async function reply(db: Database) {
    const settings = await findOrCreateSupportSettings(db);
    const lastEdit = await findLastEdit(db, SUPPORT_SETTINGS_AUDIT_TARGET);
    return { ...toSupportSettings(settings), version: settings.version, lastEdit };
  }

  registerRoute(app, contract.getSupportSettings, ({ db }) => reply(db));

  registerRoute(app, contract.changeSupportSettings, async ({ db, user, now, body }) => {
    await changeSupportSettings(db, { actorId: user.id, now }, body);
    return reply(db);
  });
}
