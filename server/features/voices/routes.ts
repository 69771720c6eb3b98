import type { App } from '#server/dependencies.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/admin-voices.ts';
import { readVoices } from './reads.ts';
import { saveVoices } from './writes.ts';

/** Registers the admin routes that tell and set how sessions are spoken. */
export function voiceRoutes(app: App): void {
  registerRoute(app, contract.getVoices, ({ db }) => readVoices(db));
  registerRoute(
    app,
    contract.saveVoices,
    async ({ db, user, now, body: { language, ...body } }) => {
      await saveVoices(db, { actorId: user.id, now }, language, body);
      return readVoices(db);
    },
  );
}
