import { z } from 'zod';
import { LESSON_DOSES } from '#shared/rules/lesson-dose.ts';
import { contentSummarySchema } from './contents.ts';
import { declareEndpoint } from './endpoint.ts';
import {
  fearArea,
  id,
  instant,
  sessionKind,
  language,
  milliseconds,
  buildTextSchema,
} from './fields.ts';

const standing = z.object({
  state: z.enum(['new', 'under_way', 'completed']),
  startedAt: instant.nullable(),
  completed: z.int(),
  total: z.int(),
  /** The first lesson that is not completed; null when all are. */
  nextLessonId: id.nullable(),
});

const lesson = z.object({
  id,
  contentId: id,
  title: z.string(),
  introduction: z.string(),
  /** Something to do in real life. */
  task: z.string(),
  kind: sessionKind,
  situations: contentSummarySchema.shape.situations,
  /** Of its session. */
  durationMs: milliseconds,
  addedAt: instant,
  completedAt: instant.nullable(),
  /** When it was gone through, the first time first: at most 20. */
  runs: z.array(instant),
  /** Its step in the climb of an exposure; null where it is none. */
  dose: z.enum(LESSON_DOSES).nullable(),
  /** What came of its latest run, from the numbers given; null without them or without the consent to health data. */
  outcome: z.enum(['moved', 'stayed']).nullable(),
  /** Whether its session was finished before, here or elsewhere. */
  practised: z.boolean(),
  taskTickedAt: instant.nullable(),
  note: z.string().nullable(),
});
export type Lesson = z.infer<typeof lesson>;

const programSummary = z.object({
  id,
  slug: z.string(),
  /** What it is made for, main area first; none when it is for a person who is not afraid. */
  areas: z.array(fearArea),
  language,
  title: z.string(),
  summary: z.string(),
  /** The sessions of the lessons, in order, for the program's pictures. */
  sessions: z.array(
    z.object({
      contentId: id,
      kind: sessionKind,
      situations: contentSummarySchema.shape.situations,
      completed: z.boolean(),
    }),
  ),
  durationMs: z.int(),
  standing,
});
export type ProgramSummary = z.infer<typeof programSummary>;

const programDetail = programSummary.extend({ about: z.string(), lessons: z.array(lesson) });
export type ProgramDetail = z.infer<typeof programDetail>;

const event = { id, at: instant };
export const programEventSchema = z.discriminatedUnion('type', [
  z.object({ ...event, type: z.literal('started') }),
  z.object({ ...event, type: z.literal('lesson_completed'), lessonId: id }),
  z.object({
    ...event,
    type: z.literal('task_ticked'),
    lessonId: id,
    note: buildTextSchema(500).nullable(),
  }),
  z.object({ ...event, type: z.literal('task_unticked'), lessonId: id }),
]);

export const listPrograms = declareEndpoint({
  method: 'GET',
  path: '/api/programs',
  access: 'pass',
  summary: 'Every program, with where the person stands in it',
  replies: { 200: z.object({ items: z.array(programSummary) }) },
});

export const getProgram = declareEndpoint({
  method: 'GET',
  path: '/api/programs/:id',
  access: 'pass',
  summary: 'One program with its lessons, in the language of the profile',
  params: z.object({ id }),
  replies: { 200: programDetail },
});

/** The browser chooses the id, so that a repeated request is stored once. */
export const recordProgramEvent = declareEndpoint({
  method: 'POST',
  path: '/api/programs/:id/events',
  access: 'pass',
  summary: 'Record what was done in a program; the same id again changes nothing',
  params: z.object({ id }),
  body: programEventSchema,
  replies: { 200: z.object({ programId: id, standing }) },
});
