import { z } from 'zod';
import { SESSION_GUARDS } from '#shared/rules/guards.ts';
import { DOUBT_KINDS } from '#shared/rules/recording-doubts.ts';
import { SESSION_ACTS } from '#shared/rules/session-acts.ts';
import { SESSION_FORMS } from '#shared/rules/script-timing.ts';
import { SITUATIONS } from '#shared/rules/situations.ts';
import { lastEditSchema } from './admin.ts';
import { declareEndpoint } from './endpoint.ts';
import {
  sessionCategory,
  fearArea,
  id,
  instant,
  sessionKind,
  language,
  milliseconds,
  okReply,
} from './fields.ts';

/** The properties of a session in `session.json`, except author and date. */
export const sessionFactsSchema = z.strictObject({
  kind: sessionKind,
  category: sessionCategory,
  areas: z.array(fearArea).min(1).max(16),
  /** The main one first, which is the subject of its picture. */
  situations: z.array(z.enum(SITUATIONS)).min(1).max(SITUATIONS.length),
  form: z.enum(SESSION_FORMS).default('full'),
  /** Whether it concerns only some people, such as those who faint: it is never recommended unasked. */
  optIn: z.boolean().default(false),
  /** What about it may harm some people: it asks before it plays, and is not recommended near a flight. */
  guard: z.enum(SESSION_GUARDS).nullable().default(null),
  access: z.enum(['free', 'pass']).default('pass'),
});

/** A whole `session.json` of the folder `content/sessions`. */
export const sessionFileSchema = sessionFactsSchema.extend({
  author: z.string(),
  publishedOn: z.iso.date(),
  /** Checked with the scripts by scripts/check-library.ts; the wording of the cautions is in the scripts' cues. */
  does: z.array(z.enum(SESSION_ACTS)).optional(),
});

/** Maximum number of characters of a script: two fit into the body of a request. */
export const MAX_SCRIPT_LENGTH = 24_000;
const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { message: 'not_a_slug' })
  .max(80);
export const authorSlug = slug;
/** The text of a script, faults included: they are found by a check, not refused here. */
const script = z
  .string()
  .max(MAX_SCRIPT_LENGTH)
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), {
    message: 'control_characters',
  });

/** The source of a session: `session.json` and both scripts. `author` is the author's slug. */
export const sessionSourceSchema = z.strictObject({
  facts: sessionFactsSchema.extend({ author: slug }),
  scripts: z.strictObject({ en: script, fr: script }),
});
export type SessionSource = z.infer<typeof sessionSourceSchema>;

export const SESSION_STATES = ['draft', 'scheduled', 'published', 'unpublished'] as const;
export type SessionPublicationState = (typeof SESSION_STATES)[number];

/** Number of saves of a session; 0 when it is as imported. */
export const sessionVersion = z.int().min(0).max(1_000_000);

/** Beginning and end of a sentence or a silence in a recording, in milliseconds. */
const span = z.tuple([milliseconds, milliseconds]);
const origin = z.enum(['upload', 'speech']);

const studioRecording = z.object({
  url: z.string(),
  bytes: z.int(),
  durationMs: milliseconds,
  /** Uploaded by an admin, or synthesised from the script. */
  origin,
  spans: z.array(span),
  /** Whether it matches the script; otherwise the session is published without it. */
  fits: z.boolean(),
  /** What makes it doubtful that it is of this script: it is published once an admin confirms it. */
  doubts: z.array(z.object({ kind: z.enum(DOUBT_KINDS), found: z.int(), expected: z.int() })),
  addedAt: instant,
});
export type StudioRecording = z.infer<typeof studioRecording>;

export const studioSession = z.object({
  id,
  slug: z.string(),
  version: sessionVersion,
  source: sessionSourceSchema,
  state: z.enum(SESSION_STATES),
  /** The version published last; null when none was, 0 for the imported one. */
  publishedVersion: sessionVersion.nullable(),
  publishAt: instant.nullable(),
  /** When it was first published; null when it never was. */
  publishedAt: instant.nullable(),
  recordings: z.object({ en: studioRecording.nullable(), fr: studioRecording.nullable() }),
  lastEdit: lastEditSchema,
});
export type StudioSession = z.infer<typeof studioSession>;

const listed = z.object({
  id,
  slug: z.string(),
  version: sessionVersion,
  title: z.string(),
  kind: sessionKind,
  category: sessionCategory,
  state: z.enum(SESSION_STATES),
  /** Whether it was saved since it was published. */
  isChanged: z.boolean(),
  updatedAt: instant,
  publishAt: instant.nullable(),
});
export type ListedSession = z.infer<typeof listed>;

/** What a session needs: a recording that people hear in each language, or to be published with what has changed. */
export const SESSION_NEED_FILTERS = ['recording', 'publishing'] as const;

export const STUDIO_SESSION_SORTS = ['updated', 'title'] as const;

export const listStudioContents = declareEndpoint({
  method: 'GET',
  path: '/api/admin/contents',
  access: 'editor',
  scope: 'content:read',
  summary: 'Every session, drafts and unpublished ones included, a page at a time',
  query: z.object({
    search: z.string().max(200).default(''),
    state: z.enum(SESSION_STATES).optional(),
    kind: sessionKind.optional(),
    category: sessionCategory.optional(),
    needs: z.enum(SESSION_NEED_FILTERS).optional(),
    sort: z.enum(STUDIO_SESSION_SORTS).default('updated'),
    limit: z.coerce.number().int().min(1).max(100).default(30),
    offset: z.coerce.number().int().min(0).max(100_000).default(0),
  }),
  replies: { 200: z.object({ sessions: z.array(listed), hasMore: z.boolean() }) },
});

export const getStudioContent = declareEndpoint({
  method: 'GET',
  path: '/api/admin/contents/:id',
  access: 'editor',
  scope: 'content:read',
  summary: 'One session with its source in both languages',
  params: z.object({ id }),
  replies: { 200: studioSession },
});

export const createStudioContent = declareEndpoint({
  method: 'POST',
  path: '/api/admin/contents',
  access: 'editor',
  scope: 'content:write',
  summary: 'Adds a session as a draft; without a slug one is made from its title',
  body: z.strictObject({ slug: slug.optional(), source: sessionSourceSchema }),
  replies: { 201: studioSession },
});

export const saveStudioContent = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/contents/:id',
  access: 'editor',
  scope: 'content:write',
  summary: 'Saves the source of a session as its next version; people see it once it is published',
  params: z.object({ id }),
  body: z.strictObject({ version: sessionVersion, source: sessionSourceSchema }),
  replies: { 200: studioSession },
});

/** What an admin answers about recordings before a session is published. */
const recordingsAnswer = {
  /** The doubtful ones are right. */
  confirmsRecordings: z.boolean().default(false),
  /** The session may lose a recording that people hear now, because its words have changed. */
  losesRecordings: z.boolean().default(false),
};

export const changeStudioContentState = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/contents/:id/state',
  access: 'editor',
  scope: 'content:write',
  summary: 'Publishes a session now or later, cancels a scheduled publication, or unpublishes it',
  params: z.object({ id }),
  body: z.discriminatedUnion('state', [
    z.strictObject({ version: sessionVersion, state: z.enum(['draft', 'unpublished']) }),
    z.strictObject({ version: sessionVersion, state: z.literal('published'), ...recordingsAnswer }),
    z.strictObject({
      version: sessionVersion,
      state: z.literal('scheduled'),
      publishAt: instant,
      ...recordingsAnswer,
    }),
  ]),
  replies: { 200: studioSession },
});

export const deleteStudioContent = declareEndpoint({
  method: 'DELETE',
  path: '/api/admin/contents/:id',
  access: 'editor',
  summary:
    'Deletes a session that was never published, with its versions and recordings, at the version that the page showed',
  params: z.object({ id }),
  query: z.object({ version: z.coerce.number().pipe(sessionVersion) }),
  replies: { 200: okReply },
});

const silence = span.refine(([from, to]) => from < to);

export const changeStudioRecording = declareEndpoint({
  method: 'PUT',
  path: '/api/admin/contents/:id/recording',
  access: 'editor',
  scope: 'content:write',
  summary:
    'Sets an uploaded recording of a session in one language, or removes it; people hear it once it is published',
  params: z.object({ id }),
  body: z.strictObject({
    version: sessionVersion,
    language,
    /** Null removes the recording. */
    uploadId: id.nullable(),
    /** The silences in it, by which its sentences are located. */
    silences: z.array(silence).max(2000).default([]),
  }),
  replies: { 200: studioSession },
});

export const listStudioVersions = declareEndpoint({
  method: 'GET',
  path: '/api/admin/contents/:id/versions',
  access: 'editor',
  scope: 'content:read',
  summary: 'The saved versions of a session, the newest first',
  params: z.object({ id }),
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
  replies: {
    200: z.object({
      versions: z.array(
        z.object({ version: sessionVersion, savedAt: instant, by: z.string().nullable() }),
      ),
    }),
  },
});

export const getStudioVersion = declareEndpoint({
  method: 'GET',
  path: '/api/admin/contents/:id/version',
  access: 'editor',
  scope: 'content:read',
  summary: 'One saved version of a session',
  params: z.object({ id }),
  query: z.object({ number: z.coerce.number().int().min(0).max(1_000_000) }),
  replies: { 200: z.object({ version: sessionVersion, source: sessionSourceSchema }) },
});

/** An uploaded recording of an imported script, as `recordings.json` describes it. */
const importedRecording = z.strictObject({
  uploadId: id,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  origin,
  /** One of each sentence of the script, in order. */
  spans: z
    .array(span)
    .min(1)
    .max(2000)
    .refine((all) => all.flat().every((at, index, times) => at >= (times[index - 1] ?? 0)), {
      message: 'out_of_range',
    }),
});

export const importStudioContent = declareEndpoint({
  method: 'POST',
  path: '/api/admin/content-imports',
  access: 'editor',
  scope: 'content:write',
  summary:
    'Imports a session with its recordings, whole or not at all: as a new draft, or as the next version',
  body: z.strictObject({
    slug,
    source: sessionSourceSchema,
    recordings: z
      .strictObject({ en: importedRecording.optional(), fr: importedRecording.optional() })
      .default({}),
  }),
  replies: { 200: studioSession },
});
