import type { App } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { idempotentRoute } from '#server/http/idempotent-route.ts';
import * as contract from '#shared/contract/programs.ts';
import { foldProgram } from '#shared/rules/program-progress.ts';
import { listEvents, listLessons, listPrograms } from './reads.ts';
import { computeStanding, toLesson, toSummary } from './wire.ts';
import { recordEvent } from './writes.ts';

/** Registers the routes of programs: the list, one program with its lessons, and events. */
export function programRoutes(app: App): void {
  route(app, contract.listPrograms, async ({ db, user }) => {
    const { id: userId, preferredLanguage } = user;
    const programs = await listPrograms(db, preferredLanguage);
    const ids = programs.map(({ id }) => id);
    const [lessons, events] = await Promise.all([
      listLessons(db, preferredLanguage, ids),
      listEvents(db, userId),
    ]);
    const byProgram = Map.groupBy(lessons, ({ programId }) => programId);
    const items = programs.map((program) =>
      toSummary(program, byProgram.get(program.id) ?? [], events.get(program.id) ?? []),
    );
    return { items };
  });

  route(app, contract.getProgram, async ({ db, user, params }) => {
    const { id: userId, preferredLanguage } = user;
    const [[program], lessons, events] = await Promise.all([
      listPrograms(db, preferredLanguage, params.id),
      listLessons(db, preferredLanguage, [params.id]),
      listEvents(db, userId, params.id),
    ]);
    if (!program) throw new AppError('program_not_found');
    const own = events.get(program.id) ?? [];
    const folded = foldProgram(own);
    return {
      ...toSummary(program, lessons, own),
      about: program.about,
      lessons: lessons.map((lesson) => toLesson(lesson, folded)),
    };
  });

  idempotentRoute(app, contract.recordProgramEvent, {
    write: ({ db, user, params, body, now }) => recordEvent(db, user.id, params.id, body, now),
    reply: async ({ db, user, params }) => {
      const [lessons, events] = await Promise.all([
        listLessons(db, user.preferredLanguage, [params.id]),
        listEvents(db, user.id, params.id),
      ]);
      const standing = computeStanding(lessons, events.get(params.id) ?? []);
      return { programId: params.id, standing };
    },
  });
}
