import { and, eq, isNull, notInArray, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '#server/db/connect.ts';
import { insertUnderFreeSlug } from '#server/db/free-slug.ts';
import {
  type EditActor,
  editVersionedRowWithAudit,
  writeAuditEntryOfDifferences,
} from '#server/features/audit/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { ProgramSource, StudioLesson } from '#shared/contract/admin-programs.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { listMissingProgramFields } from '#shared/rules/program-gaps.ts';
import { buildSlug } from '#shared/rules/slug.ts';
import { lessons, lessonTexts, programs, programTexts } from '../table.ts';
import { findStudioProgram, listSessionsByIds, listStudioPrograms } from './reads.ts';

/** Returns the name by which the audit log refers to a program. */
export const getProgramAuditTarget = (slug: string) => `program ${slug}`;

const PROGRAM_ORDER = 'programs';

/** A program as fields of the audit log: a lesson is named by its session. */
function toFields(source: ProgramSource, isShown: boolean) {
  const words = LANGUAGES.flatMap((language) =>
    Object.entries(source.texts[language]).map(([name, value]) => [`${name}.${language}`, value]),
  );
  const ofLessons = source.lessons.map(({ contentId, dose, texts }) => [
    `lesson ${contentId}`,
    { dose, ...texts },
  ]);
  return {
    isShown,
    areas: source.areas,
    lessons: source.lessons.map(({ contentId }) => contentId),
    ...Object.fromEntries(words),
    ...Object.fromEntries(ofLessons),
  } as Record<string, unknown>;
}

/**
 * Adds a program, not published yet, at the end of the order; resolves to its id.
 * @throws content_not_found (a lesson's session does not exist)
 */
export async function createProgram(
  db: Database,
  { actorId, now }: EditActor,
  source: ProgramSource,
): Promise<string> {
  return db.transaction(async (tx) => {
    const id = v7();
    const wanted = buildSlug(source.texts.en.title);
    const position = sql<number>`(select coalesce(max(greatest(position, studio_position)), 0) + 1 from programs)`;
    const row = {
      id,
      areas: source.areas,
      position,
      origin: 'studio',
      unpublishedAt: now,
    } as const;
    const slug = await insertUnderFreeSlug({ wanted, kind: 'program', id }, (free) =>
      tx
        .insert(programs)
        .values({ ...row, slug: free })
        .onConflictDoNothing({ target: programs.slug })
        .returning({ id: programs.id }),
    );
    await writeSource(tx, id, source, now);
    const edit = {
      actorId,
      now,
      action: 'program.add',
      target: getProgramAuditTarget(slug),
    } as const;
    await writeAuditEntryOfDifferences(tx, edit, null, toFields(source, false));
    return id;
  });
}

/**
 * Saves a program's texts and lessons and whether it is published. From then on imports no longer change it.
 * @throws not_found; conflict (changed since `version`); program_incomplete (to be published, but texts or lessons are
 * missing); content_not_found (a lesson's session does not exist)
 */
export async function changeProgram(
  db: Database,
  { actorId, now }: EditActor,
  id: string,
  { version, source, isShown }: { version: number; source: ProgramSource; isShown: boolean },
): Promise<void> {
  if (isShown && listMissingProgramFields(source).length > 0)
    throw new AppError('program_incomplete');
  const program = await findStudioProgram(db, id);
  await editVersionedRowWithAudit(db, {
    actorId,
    now,
    version,
    action: 'program.change',
    target: getProgramAuditTarget(program?.slug ?? id),
    state: toFields(source, isShown),
    find: async (tx) => {
      const stored = await findStudioProgram(tx, id, true);
      return stored && { version: stored.version, state: toFields(stored.source, stored.isShown) };
    },
    write: async (tx, next) => {
      const unpublishedAt = isShown
        ? null
        : sql`coalesce(${programs.unpublishedAt}, ${now.toISOString()})`;
      await tx
        .update(programs)
        .set({ origin: 'studio', version: next, areas: source.areas, unpublishedAt })
        .where(eq(programs.id, id));
      await writeSource(tx, id, source, now);
    },
  });
}

async function writeSource(tx: Database, programId: string, source: ProgramSource, now: Date) {
  const ids = source.lessons.map(({ contentId }) => contentId);
  if ((await listSessionsByIds(tx, 'en', ids)).length < ids.length)
    throw new AppError('content_not_found');
  for (const language of LANGUAGES) {
    const words = source.texts[language];
    await tx
      .insert(programTexts)
      .values({ programId, language, ...words })
      .onConflictDoUpdate({ target: [programTexts.programId, programTexts.language], set: words });
  }
  for (const [position, lesson] of source.lessons.entries())
    await writeLesson(tx, programId, position, lesson, now);
  await tx
    .update(lessons)
    .set({ unpublishedAt: now })
    .where(
      and(
        eq(lessons.programId, programId),
        isNull(lessons.unpublishedAt),
        ids.length > 0 ? notInArray(lessons.contentId, ids) : undefined,
      ),
    );
}

async function writeLesson(
  tx: Database,
  programId: string,
  position: number,
  { contentId, dose, texts }: StudioLesson,
  now: Date,
) {
  // A restored lesson is new for people who completed the program without it.
  const addedAt = sql`case when ${lessons.unpublishedAt} is null then ${lessons.addedAt} else ${now.toISOString()} end`;
  const [lesson] = await tx
    .insert(lessons)
    .values({ programId, contentId, position, dose, addedAt: now })
    .onConflictDoUpdate({
      target: [lessons.programId, lessons.contentId],
      set: { position, dose, unpublishedAt: null, addedAt },
    })
    .returning({ id: lessons.id });
  if (!lesson) throw new Error('A lesson that was written has no id.');
  for (const language of LANGUAGES) {
    const words = texts[language];
    await tx
      .insert(lessonTexts)
      .values({ lessonId: lesson.id, language, ...words })
      .onConflictDoUpdate({ target: [lessonTexts.lessonId, lessonTexts.language], set: words });
  }
}

/**
 * Changes the order of the programs, if `order` differs from `seen`; imports do not change it back.
 * @throws conflict (`seen` is not the present order); invalid_input (`order` has other programs)
 */
export async function reorderPrograms(
  db: Database,
  { actorId, now }: EditActor,
  { seen, order }: { seen: string[]; order: string[] },
): Promise<void> {
  const sortIds = (ids: string[]) => ids.toSorted().join();
  if (sortIds(seen) !== sortIds(order)) throw new AppError('invalid_input');
  await db.transaction(async (tx) => {
    // One order at a time: rows that are locked one by one could be locked in two orders.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('program order'))`);
    const present = await listStudioPrograms(tx, 'en');
    if (present.map(({ id }) => id).join() !== seen.join()) throw new AppError('conflict');
    if (order.join() === seen.join()) return;
    for (const [index, id] of order.entries())
      await tx
        .update(programs)
        .set({ studioPosition: index + 1 })
        .where(eq(programs.id, id));
    const edit = { actorId, now, action: 'program.order', target: PROGRAM_ORDER } as const;
    const name = (ids: string[]) =>
      ids.map((id) => present.find((one) => one.id === id)?.slug ?? id);
    await writeAuditEntryOfDifferences(tx, edit, { order: name(seen) }, { order: name(order) });
  });
}
