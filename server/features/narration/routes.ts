import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { createBillableSentenceCounter } from '#server/features/generation/prepare-speech.ts';
import { computeSpeechCost } from '#server/features/generation/wire.ts';
import { AppError } from '#server/http/errors.ts';
import { registerRoute, buildStatusReply } from '#server/http/route.ts';
import * as contract from '#shared/contract/admin-narration.ts';
import {
  findLatestNarrationRun,
  findNarrationRun,
  listNarrationRunItems,
  listMissingAndOutdatedNarrations,
} from './reads.ts';
import { toMissingNarrationsRun } from './wire.ts';
import { applyNarrationRunAction, startNarrationRun } from './writes.ts';

/** Registers the admin routes that list what is missing of the library's narration and speak it. */
export function narrationRoutes(app: App): void {
  const { dependencies } = app;
  const { speaker, prices, sentencesAtOnce } = dependencies.generation;

  async function readRun(db: Database, id: string) {
    const run = await findNarrationRun(db, id);
    if (!run) throw new AppError('not_found');
    return toMissingNarrationsRun(run, await listNarrationRunItems(db, id), prices);
  }

  registerRoute(app, contract.getNarrationPlan, async ({ db }) => {
    const [all, count] = await Promise.all([
      listMissingAndOutdatedNarrations(db),
      createBillableSentenceCounter(dependencies),
    ]);
    const missing = all.map(({ contentId, title, language, reason, sentences }) => ({
      contentId,
      title,
      language,
      reason,
      sentences: sentences.length,
      ...count(sentences),
    }));
    const characters = missing.reduce((sum, one) => sum + one.characters, 0);
    return {
      speaker: speaker?.name ?? null,
      currency: prices.currency,
      price: prices.characters ?? null,
      atOnce: sentencesAtOnce,
      missing,
      characters,
      cost: computeSpeechCost(characters, prices),
    };
  });
  registerRoute(app, contract.findNarrationRun, async ({ db }) => {
    const run = await findLatestNarrationRun(db);
    return {
      run: run && toMissingNarrationsRun(run, await listNarrationRunItems(db, run.id), prices),
    };
  });
  registerRoute(app, contract.startNarrationRun, async ({ db, user, now, body }) => {
    if (!speaker) throw new AppError('not_found');
    const id = await startNarrationRun(dependencies, db, { actorId: user.id, now }, body);
    return buildStatusReply(202, { run: await readRun(db, id) });
  });
  registerRoute(app, contract.changeNarrationRun, async ({ db, user, now, params, body }) => {
    await applyNarrationRunAction(
      dependencies,
      db,
      { actorId: user.id, now },
      { ...body, id: params.id },
    );
    return { run: await readRun(db, params.id) };
  });
}
