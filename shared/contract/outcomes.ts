import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { civilDate, fearArea, id } from './fields.ts';

/** Fear from 0 to 10, on average, at the first assessment and at the second of the same people; `low` and `high` are the 95 % interval of `change`. */
const change = z.object({
  people: z.int(),
  before: z.number(),
  after: z.number(),
  change: z.number(),
  low: z.number(),
  high: z.number(),
});
/** How many there are, or null where these or the others are one to four people. */
const hideable = z.int().nullable();
/** How many measured their fear once, how many again, and how many did not, or are gone. */
const followUp = { began: hideable, again: hideable, left: hideable };

const outcomes = z.object({
  /** The last day (UTC) that is in it; null before the first time. */
  lastDay: civilDate.nullable(),
  ...followUp,
  /** The mean of all areas; null while fewer than five people measured themselves twice. */
  overall: change.nullable(),
  /** What may be published of it; null while fewer than thirty people measured themselves twice, or the others are few. */
  publishable: z.object({ en: z.string(), fr: z.string() }).nullable(),
  areas: z.array(change.extend({ area: fearArea })).max(20),
  /** Of those who went through a lesson of a program between the two; programs with fewer than five are not listed. */
  programs: z
    .array(z.object({ id, title: z.string(), ...followUp, overall: change.nullable() }))
    .max(200),
});
export type Outcomes = z.infer<typeof outcomes>;
export type MeanOutcomeChange = z.infer<typeof change>;

export const getOutcomes = declareEndpoint({
  method: 'GET',
  path: '/api/admin/outcomes',
  access: 'admin',
  summary:
    'How fear changes from the first assessment to the second, of all people together and by program and area: nothing of fewer than five',
  replies: { 200: outcomes },
});
