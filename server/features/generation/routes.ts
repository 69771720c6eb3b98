import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import { registerRoute, buildStatusReply } from '#server/http/route.ts';
import * as contract from '#shared/contract/admin-generation.ts';
import { findGeneration, listGenerations, readEnglishDraftTitlesById } from './reads.ts';
import { toGeneration } from './wire.ts';
import { cancelGeneration, queueDraftGeneration, queueNarrationGeneration } from './writes.ts';

/**
 * Registers the admin routes that start, list and cancel drafts and narrations made by providers. Starting refuses with
 * not_found when no provider is configured.
 */
export function generationRoutes(app: App): void {
  const { dependencies } = app;
  const { writer, speaker, prices } = dependencies.generation;

  async function read(db: Database, id: string) {
    const work = await findGeneration(db, id);
    if (!work) throw new AppError('not_found');
    const titles = await readEnglishDraftTitlesById(
      db,
      work.contentId === null ? [] : [work.contentId],
    );
    return toGeneration(work, titles, prices);
  }

  registerRoute(app, contract.listGenerations, async ({ db }) => {
    const rows = await listGenerations(db);
    const titles = await readEnglishDraftTitlesById(
      db,
      rows.flatMap(({ contentId }) => contentId ?? []),
    );
    return {
      writer: writer?.model ?? null,
      speaker: speaker?.name ?? null,
      currency: prices.currency,
      generations: rows.map((row) => toGeneration(row, titles, prices)),
    };
  });
  registerRoute(app, contract.queueDraft, async ({ db, user, now, body }) => {
    if (!writer) throw new AppError('not_found');
    const id = await queueDraftGeneration(dependencies, { actorId: user.id, now }, body);
    return buildStatusReply(202, await read(db, id));
  });
  registerRoute(app, contract.queueNarration, async ({ db, user, now, params, body }) => {
    if (!speaker) throw new AppError('not_found');
    const place = { ...body, id: params.id };
    const id = await queueNarrationGeneration(dependencies, { actorId: user.id, now }, place);
    return buildStatusReply(202, await read(db, id));
  });
  registerRoute(app, contract.cancelGeneration, async ({ db, user, now, params }) => {
    await cancelGeneration(db, { actorId: user.id, now }, params.id);
    return read(db, params.id);
  });
}
