import type { App } from '#server/dependencies.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/admin-voices.ts';
import { readNarrationSettings } from './reads.ts';
import { saveNarrationSettings } from './writes.ts';

/** Registers the admin routes that tell and set how sessions are spoken. */
export function narrationSettingsRoutes(app: App): void {
  registerRoute(app, contract.getNarrationSettings, ({ db }) => readNarrationSettings(db));
  registerRoute(
    app,
    contract.saveNarrationSettings,
    async ({ db, user, now, body: { language, ...body } }) => {
      await saveNarrationSettings(db, { actorId: user.id, now }, language, body);
      return readNarrationSettings(db);
    },
  );
}
