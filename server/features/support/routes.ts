import type { App } from '#server/dependencies.ts';
import { assertEmailConfirmed } from '#server/http/access.ts';
import type { CallerProfile, Identity } from '#server/http/identity.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/support.ts';
import { findSupportSettingsIfOpen, listOwnQuestions } from './reads.ts';
import { toOwnQuestion } from './wire.ts';
import {
  askQuestionAndNotifyOperator,
  markAnswersRead,
  addMessageToOwnQuestion,
} from './writes.ts';

const OK = { ok: true as const };

/** Registers the routes by which people ask private questions and read the answers. */
export function supportRoutes(app: App): void {
  const deps = app.dependencies;
  const toAsker = ({ user, identity }: { user: CallerProfile; identity: Identity }) => ({
    userId: user.id,
    uid: identity.uid,
    language: user.preferredLanguage,
  });

  registerRoute(app, contract.getSupportOverview, async ({ db, user }) => {
    const language = user.preferredLanguage;
    const [desk, questions] = await Promise.all([
      findSupportSettingsIfOpen(db),
      listOwnQuestions(db, user.id, language),
    ]);
    return {
      desk: desk && { ...desk, who: desk.who[language] },
      questions: questions.map(toOwnQuestion),
    };
  });

  registerRoute(app, contract.askQuestion, async (call) => {
    assertEmailConfirmed(call.identity);
    await askQuestionAndNotifyOperator(deps, toAsker(call), call.body);
    return OK;
  });

  registerRoute(app, contract.addSupportMessage, async (call) => {
    await addMessageToOwnQuestion(deps, toAsker(call), call.params.id, call.body);
    return OK;
  });

  registerRoute(app, contract.markAnswersRead, async ({ db, user, params, body }) => {
    await markAnswersRead(db, user.id, params.id, body.messageId);
    return OK;
  });
}
