import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { writeAuditEntry } from '#server/features/audit/writes.ts';
import { listPeople } from '#server/features/people/list/reads.ts';
import { listStudioSessions } from '#server/features/studio/reads.ts';
import { findStoredEmails } from '#server/features/mail/reads.ts';
import { findQuestionsWithWords } from '#server/features/support/inbox/reads.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/admin-search.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { isRoleAdmitted } from '#shared/rules/roles.ts';
import { hasWords } from './policy.ts';
import { findSettingsWithWords } from './reads.ts';

/** Registers the route that looks for words in everything that a role opens; people, and what was written to them, with a reason alone. */
export function studioSearchRoutes(app: App): void {
  const { payments, files } = app.dependencies;

  registerRoute(app, contract.searchStudio, async ({ db, user, now, body }) => {
    const { words, reason } = body;
    const isSupport = isRoleAdmitted('support', user.role);
    const questions = isSupport ? await findQuestionsWithWords(db, words, contract.MAX_HITS) : null;
    return {
      sessions: isRoleAdmitted('editor', user.role) ? await findSessions(db, words) : null,
      questions:
        questions && questions.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
      people: isSupport && reason !== undefined ? await findPeople(reason) : null,
      settings: await findSettingsWithWords(db, user.role, words),
      emails:
        isRoleAdmitted('admin', user.role) && reason !== undefined
          ? await findEmails(reason)
          : null,
    };

    async function findEmails(why: string) {
      const isWanted = (text: string) => hasWords(text, words);
      const found = await findStoredEmails(files.mailFolder, isWanted, contract.MAX_HITS);
      const details = { reason: why, count: found.length };
      const entry = { action: 'email.list', details } as const;
      await writeAuditEntry(db, { at: now, actorId: user.id, by: 'admin', ...entry });
      return found.map(({ keptAt, ...rest }) => ({ ...rest, keptAt: keptAt.toISOString() }));
    }

    async function findPeople(why: string) {
      const moment = { now, livemode: payments?.livemode ?? false };
      const rows = await listPeople(db, { part: words, limit: contract.MAX_HITS }, moment);
      const people = rows
        .slice(0, contract.MAX_HITS)
        .map(({ id, email, name }) => ({ id, email, name }));
      // Recorded before it is shown, without what was typed, which may name a person.
      const details = { reason: why, state: null, lastHere: null, count: people.length };
      const entry = { action: 'people.list', details } as const;
      await writeAuditEntry(db, { at: now, actorId: user.id, by: 'admin', ...entry });
      return people;
    }
  });
}

async function findSessions(db: Database, search: string) {
  const found = new Map<string, string[]>();
  for (const language of LANGUAGES) {
    const filter = { search, sort: 'updated', limit: contract.MAX_HITS, offset: 0 } as const;
    for (const { id, title } of await listStudioSessions(db, language, filter))
      found.set(id, [...new Set([...(found.get(id) ?? []), title])]);
  }
  return [...found].slice(0, contract.MAX_HITS).map(([id, titles]) => ({ id, titles }));
}
