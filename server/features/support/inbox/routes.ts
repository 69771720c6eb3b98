import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import { registerRoute } from '#server/http/route.ts';
import type { CallerProfile } from '#server/http/identity.ts';
import * as contract from '#shared/contract/admin-support.ts';
import { toSupportMessage } from '../wire.ts';
import { findQuestion, listInboxQuestions } from './reads.ts';
import { toStudioQuestion } from './wire.ts';
import { answerQuestionAndQueueEmail, markQuestionSettled } from './writes.ts';

/** Registers the routes by which admins read, answer and settle questions. */
export function supportInboxRoutes(app: App): void {
  const deps = app.dependencies;

  interface Asked {
    db: Database;
    user: CallerProfile;
    now: Date;
    params: { id: string };
  }
  async function readQuestion({ db, user, now, params }: Asked) {
    const found = await findQuestion(db, params.id, user.preferredLanguage);
    if (!found) throw new AppError('not_found');
    return { ...toStudioQuestion(found, now), messages: found.messages.map(toSupportMessage) };
  }

  registerRoute(app, contract.listSupportQuestions, async ({ db, user, now, query }) => {
    const { state, limit, afterAt, afterId } = query;
    const after = afterAt && afterId ? { at: new Date(afterAt), id: afterId } : null;
    const found = await listInboxQuestions(db, {
      state,
      limit,
      after,
      language: user.preferredLanguage,
    });
    const shown = found.slice(0, limit);
    const last = found.length > limit ? shown.at(-1)?.question : undefined;
    const lastAt = last && (state === 'waiting' ? last.waitingSince : last.lastMessageAt);
    return {
      questions: shown.map((one) => ({ ...toStudioQuestion(one, now), excerpt: one.excerpt })),
      next: last && lastAt ? { afterAt: lastAt.toISOString(), afterId: last.id } : null,
    };
  });

  registerRoute(app, contract.getSupportQuestion, readQuestion);

  registerRoute(app, contract.answerQuestion, async (call) => {
    const { user, now, params, body } = call;
    const { lastMessageId, ...answer } = body;
    await answerQuestionAndQueueEmail(
      deps,
      params.id,
      { actorId: user.id, now, lastMessageId },
      answer,
    );
    return readQuestion(call);
  });

  registerRoute(app, contract.markQuestionSettled, async (call) => {
    const { db, user, now, params, body } = call;
    await markQuestionSettled(db, params.id, { actorId: user.id, now, ...body });
    return readQuestion(call);
  });
}
