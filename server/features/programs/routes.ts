import type { App } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import { registerRouteWithOwnData } from '#server/http/route.ts';
import { registerIdempotentRoute } from '#server/http/idempotent-route.ts';
import * as contract from '#shared/contract/programs.ts';
import { computeProgramStanding, computeProgramProgress } from '#shared/rules/program-progress.ts';
import {
  listProgramEvents,
  listPublishedLessons,
  listPublishedPrograms,
  ownDataForOneProgramQuery,
  ownDataForAllProgramsQuery,
} from './reads.ts';
import { sortProgramsByFocus } from '#shared/rules/program-order.ts';
import { toFearProfile } from '#server/features/assessment/reads.ts';
import { toLessons, toProgramSummary } from './wire.ts';
import { recordProgramEvent } from './writes.ts';

/**
 * Registers the signed-in person's routes of programs: the list with their progress, one program with its lessons, and
 * the recording of an event of their progress, answered with their new standing in the program.
 */
export function programRoutes(app: App): void {
  const { published } = app.dependencies;

  registerRouteWithOwnData(
    app,
    contract.listPrograms,
    { rows: ownDataForAllProgramsQuery },
    async ({ user, own }) => {
      const programs = await published.read(
        listPublishedPrograms,
        user.preferredLanguage,
        own.version,
      );
      const inOrder = own.assessment
        ? sortProgramsByFocus(programs, toFearProfile(own.assessment))
        : programs;
      return {
        items: inOrder.map((program) =>
          toProgramSummary(program, own.events.get(program.id) ?? []),
        ),
      };
    },
  );

  const one = {
    rows: ownDataForOneProgramQuery,
    values: ({ params }: { params: { id: string } }) => ({ programId: params.id }),
  };
  registerRouteWithOwnData(app, contract.getProgram, one, async ({ user, params, own }) => {
    const programs = await published.read(
      listPublishedPrograms,
      user.preferredLanguage,
      own.version,
    );
    const program = programs.find(({ id }) => id === params.id);
    if (!program) throw new AppError('program_not_found');
    const events = own.events.get(program.id) ?? [];
    const progress = computeProgramProgress(events);
    return {
      ...toProgramSummary(program, events),
      about: program.about,
      lessons: toLessons(program, progress, own),
    };
  });

  registerIdempotentRoute(app, contract.recordProgramEvent, {
    write: ({ db, user, params, body, now }) =>
      recordProgramEvent(db, user.id, params.id, body, now),
    reply: async ({ db, user, params }) => {
      const [lessons, events] = await Promise.all([
        listPublishedLessons(db, user.preferredLanguage, [params.id]),
        listProgramEvents(db, user.id, params.id),
      ]);
      return {
        programId: params.id,
        standing: computeProgramStanding(lessons, computeProgramProgress(events)),
      };
    },
  });
}
