import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { findLastEdit } from '#server/features/audit/reads.ts';
import { AppError } from '#server/http/errors.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/admin-programs.ts';
import type { Language } from '#shared/contract/fields.ts';
import { countAffectedPeople, computeLessonsAfterSave } from './policy.ts';
import {
  findStudioProgram,
  listFirstLessonCompletions,
  listLessonsEverInProgram,
  listSessionsByIds,
  listStudioPrograms,
} from './reads.ts';
import { groupCompletionsByPerson } from './wire.ts';
import { changeProgram, createProgram, getProgramAuditTarget, reorderPrograms } from './writes.ts';

/** Registers the routes by which admins edit programs. */
export function studioProgramRoutes(app: App): void {
  async function readProgram(db: Database, id: string, language: Language) {
    const program = await findStudioProgram(db, id);
    if (!program) throw new AppError('not_found');
    const ids = program.source.lessons.map(({ contentId }) => contentId);
    const [sessions, lastEdit] = await Promise.all([
      listSessionsByIds(db, language, ids),
      findLastEdit(db, getProgramAuditTarget(program.slug)),
    ]);
    return { ...program, sessions, lastEdit };
  }

  registerRoute(app, contract.listStudioPrograms, async ({ db, user }) => ({
    programs: await listStudioPrograms(db, user.preferredLanguage),
  }));
  registerRoute(app, contract.getStudioProgram, ({ db, user, params }) =>
    readProgram(db, params.id, user.preferredLanguage),
  );
  registerRoute(app, contract.createStudioProgram, async ({ db, user, now, body }) => {
    const id = await createProgram(db, { actorId: user.id, now }, body.source);
    return readProgram(db, id, user.preferredLanguage);
  });
  registerRoute(app, contract.saveStudioProgram, async ({ db, user, now, params, body }) => {
    await changeProgram(db, { actorId: user.id, now }, params.id, body);
    return readProgram(db, params.id, user.preferredLanguage);
  });
  registerRoute(app, contract.reorderStudioPrograms, async ({ db, user, now, body }) => {
    await reorderPrograms(db, { actorId: user.id, now }, body);
    return { programs: await listStudioPrograms(db, user.preferredLanguage) };
  });
  registerRoute(app, contract.previewProgramChange, async ({ db, now, params, body }) => {
    const rows = await listLessonsEverInProgram(db, params.id);
    const places = rows.map((row) => ({ ...row, addedAt: row.addedAt.toISOString() }));
    const events = groupCompletionsByPerson(await listFirstLessonCompletions(db, params.id));
    const shown = places.filter((place) => place.isShown);
    return countAffectedPeople(
      events,
      shown,
      computeLessonsAfterSave(places, body.lessons, now.toISOString()),
    );
  });
}
