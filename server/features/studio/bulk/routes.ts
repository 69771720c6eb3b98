import type { App } from '#server/dependencies.ts';
import { registerRoute } from '#server/http/route.ts';
import { changeManyContents } from '#shared/contract/admin-bulk.ts';
import { findWordsInContents, replaceWordsInContents } from '#shared/contract/admin-find.ts';
import { replaceWordsInScript } from '#shared/rules/find-words.ts';
import { findSessionsWithWords, listSearchedLanguages } from '../words/reads.ts';
import { toSessionWithFoundWords } from '../words/wire.ts';
import { changeEachSession, changeManySessions, changeSessionSource } from './writes.ts';

/** Registers the routes by which admins change many sessions at once, and look for words in all of them. */
export function studioBulkRoutes(app: App): void {
  registerRoute(app, changeManyContents, ({ db, user, now, body: { sessions, change } }) =>
    changeManySessions(app.dependencies, db, { actorId: user.id, now }, sessions, change),
  );
  registerRoute(app, findWordsInContents, async ({ db, user, query }) => {
    const { sessions, hasMore } = await findSessionsWithWords(db, query);
    const found = sessions.map((one) =>
      toSessionWithFoundWords(one, query, user.preferredLanguage),
    );
    return { sessions: found.filter(({ lines }) => lines.length > 0), hasMore };
  });
  registerRoute(app, replaceWordsInContents, ({ db, user, now, body }) => {
    const { sessions, replacement, ...search } = body;
    return changeEachSession(sessions, (session) =>
      changeSessionSource(db, { actorId: user.id, now }, session, ({ facts, scripts }) => {
        const replaced = listSearchedLanguages(search).map((language) => [
          language,
          replaceWordsInScript(scripts[language], search, replacement),
        ]);
        return { facts, scripts: { ...scripts, ...Object.fromEntries(replaced) } };
      }),
    );
  });
}
