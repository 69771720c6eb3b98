import { z } from 'zod';
import { LESSON_DOSES } from '#shared/rules/lesson-dose.ts';
import { lastEditSchema, rowVersion } from './admin.ts';
import { declareEndpoint } from './endpoint.ts';
import { fearArea, id, sessionKind, buildSingleLineTextSchema, buildTextSchema } from './fields.ts';

const MAX_LESSONS = 40;
export const MAX_PROGRAM_SUMMARY = 180;

// What is missing keeps a program from being shown, not from being saved.
const emptyOr = <Schema extends z.ZodType<string>>(schema: Schema) => schema.or(z.literal(''));
const programWords = z.strictObject({
  title: emptyOr(buildSingleLineTextSchema(120)),
  summary: emptyOr(buildSingleLineTextSchema(MAX_PROGRAM_SUMMARY)),
  about: emptyOr(buildTextSchema(4000)),
});
const lessonWords = z.strictObject({
  title: emptyOr(buildSingleLineTextSchema(120)),
  introduction: emptyOr(buildTextSchema(1200)),
  /** Something to do in real life. */
  task: emptyOr(buildTextSchema(1200)),
});
const lesson = z.strictObject({
  /** The session; a program has it at most once. */
  contentId: id,
  /** Its step in the climb of an exposure; null where it is none. */
  dose: z.enum(LESSON_DOSES).nullable(),
  texts: z.strictObject({ en: lessonWords, fr: lessonWords }),
});
export type StudioLesson = z.infer<typeof lesson>;

/** A program as admins edit it, in both languages. */
export const programSourceSchema = z.strictObject({
  /** What it is made for, main area first; none when it is for a person who is not afraid. */
  areas: z.array(fearArea).max(16),
  texts: z.strictObject({ en: programWords, fr: programWords }),
  lessons: z
    .array(lesson)
    .max(MAX_LESSONS)
    .refine((lessons) => new Set(lessons.map((one) => one.contentId)).size === lessons.length, {
      error: 'not_unique',
    }),
});
export type ProgramSource = z.infer<typeof programSourceSchema>;

const studioProgram = z.object({
  id,
  slug: z.string(),
  version: rowVersion,
  source: programSourceSchema,
  isShown: z.boolean(),
  /** The sessions of the lessons in the language of the profile; one that is unpublished is not on show in the program. */
  sessions: z.array(
    z.object({ id, title: z.string(), kind: sessionKind, isUnpublished: z.boolean() }),
  ),
  lastEdit: lastEditSchema,
});
export type StudioProgram = z.infer<typeof studioProgram>;

const listed = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  isShown: z.boolean(),
  lessons: z.int(),
});
export type ListedProgram = z.infer<typeof listed>;

export const listStudioPrograms = declareEndpoint({
  method: 'GET',
  path: '/api/admin/programs',
  access: 'editor',
  scope: 'content:read',
  summary: 'Every program in order, unpublished ones included',
  replies: { 200: z.object({ programs: z.array(listed) }) },
});

export const getStudioProgram = declareEndpoint({
  method: 'GET',
  path: '/api/admin/programs/:id',
  access: 'editor',
  scope: 'content:read',
  summary: 'One program with its lessons in both languages',
  params: z.object({ id }),
  replies: { 200: studioProgram },
});

export const createStudioProgram = declareEndpoint({
  method: 'POST',
  path: '/api/admin/programs',
  access: 'editor',
  scope: 'content:write',
  summary: 'Adds a program, not on show yet',
  body: z.strictObject({ source: programSourceSchema }),
  replies: { 201: studioProgram },
});

export const saveStudioProgram = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/programs/:id',
  access: 'editor',
  scope: 'content:write',
  summary: 'Changes a program; at once for everybody when it is on show',
  params: z.object({ id }),
  body: z.strictObject({ version: rowVersion, source: programSourceSchema, isShown: z.boolean() }),
  replies: { 200: studioProgram },
});

export const reorderStudioPrograms = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/program-order',
  access: 'editor',
  scope: 'content:write',
  summary: 'Changes the order of the programs; `seen` is the order that the page showed',
  body: z.strictObject({ seen: z.array(id).max(500), order: z.array(id).max(500) }),
  replies: { 200: z.object({ programs: z.array(listed) }) },
});

const standings = z.object({ underWay: z.int(), completed: z.int() });

export const previewProgramChange = declareEndpoint({
  method: 'POST',
  path: '/api/admin/programs/:id/effects',
  access: 'editor',
  scope: 'content:write',
  summary: 'How many people a change of the lessons would affect; changes nothing',
  params: z.object({ id }),
  body: z.strictObject({ lessons: z.array(id).max(MAX_LESSONS) }),
  replies: {
    200: z.object({
      now: standings,
      after: standings,
      /** People who have completed a lesson that would be removed. */
      losingDone: z.int(),
    }),
  },
});
export type ProgramEffects = z.infer<(typeof previewProgramChange)['replies'][200]>;
