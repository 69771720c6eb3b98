import type { App } from '#server/dependencies.ts';
import { registerIdempotentRoute } from '#server/http/idempotent-route.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/sounds.ts';
import { listSoundGuesses } from './reads.ts';
import { recordSoundGuess } from './writes.ts';

/** Registers the routes of the practice by ear, once for each id (conflict when another practice has it). */
export function soundPracticeRoutes(app: App): void {
  registerRoute(app, contract.getSoundPractices, ({ db, user }) => listSoundGuesses(db, user.id));

  registerIdempotentRoute(app, contract.recordSoundPractice, {
    write: ({ db, user, body: { at, ...practice }, now }) =>
      recordSoundGuess(db, user.id, { ...practice, practisedAt: new Date(at) }, now),
    reply: () => ({ ok: true as const }),
  });
}
