import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { id, instant, buildSingleLineTextSchema, buildTextSchema } from './fields.ts';

/** A person's state: not through the introduction, without a pass, with one, or with a role at the studio. */
export const PEOPLE_STATE_FILTERS = ['onboarding', 'no_pass', 'pass', 'admin'] as const;
/** When a person was last here, in days: within so many, or longer ago than the last. */
export const LAST_VISIT_FILTERS = ['7', '30', '90', 'longer'] as const;

const listed = z.object({
  id,
  email: z.string(),
  name: z.string(),
  state: z.enum(PEOPLE_STATE_FILTERS),
  createdAt: instant,
  lastActiveAt: instant,
});
export type ListedPerson = z.infer<typeof listed>;

export const listPeople = declareEndpoint({
  method: 'POST',
  path: '/api/admin/people/list',
  access: 'support',
  summary:
    'Accounts by part of a name or address, state and last visit, the last here first: a page, whose reason enters the audit log; nothing that people answered or did',
  body: z.strictObject({
    /** Part of a name or an address; in the body, so that it is in no URL. */
    part: buildSingleLineTextSchema(100).pipe(z.string().min(3)).optional(),
    state: z.enum(PEOPLE_STATE_FILTERS).optional(),
    lastHere: z.enum(LAST_VISIT_FILTERS).optional(),
    /** Why they are looked at. */
    reason: buildTextSchema(300),
    limit: z.int().min(1).max(100).default(30),
    /** Cursor: when the last person of the page before was here, and their id. */
    after: z.strictObject({ at: instant, id }).optional(),
  }),
  replies: {
    200: z.object({
      people: z.array(listed).max(100),
      next: z.object({ at: instant, id }).nullable(),
    }),
  },
});
