import { z } from 'zod';
import { contentSummarySchema } from './contents.ts';
import { declareEndpoint } from './endpoint.ts';
import { fearArea, id, sessionKind, milliseconds, timeZone } from './fields.ts';
import { flightSchema } from './flights.ts';

const reason = z.object({ code: z.string(), area: fearArea.nullable() });

export const plannedDaySchema = z.object({
  /** Civil date in the person's time zone. */
  date: z.string(),
  /** Days until the flight; null without a coming flight. */
  daysUntil: z.int().nullable(),
  stage: z.enum(['exposure', 'skills', 'last_day', 'flight_day']),
  sessions: z.array(
    z.object({
      id,
      reason,
      done: z.boolean(),
      /** Completed, or planned for an earlier day. */
      known: z.boolean(),
      /** Completed by now. */
      heard: z.boolean(),
    }),
  ),
});

export const getPlan = declareEndpoint({
  method: 'GET',
  path: '/api/plan',
  access: 'pass',
  summary: 'The plan from today to the nearest flight, day by day; a week without one',
  query: z.object({ timeZone }),
  replies: {
    200: z.object({
      flight: flightSchema.nullable(),
      /** The minutes a day that the person chose; null without a choice. */
      dailyMinutes: z.int().nullable(),
      /** Whether the person has an assessment, which the plan then follows. */
      isAssessed: z.boolean(),
      days: z.array(plannedDaySchema),
      /** The sessions of the days. */
      contents: z.array(
        z.object({
          id,
          title: z.string(),
          kind: sessionKind,
          durationMs: milliseconds,
          situations: contentSummarySchema.shape.situations,
        }),
      ),
    }),
  },
});
export type Plan = z.infer<(typeof getPlan)['replies'][200]>;
export type PlannedDay = z.infer<typeof plannedDaySchema>;
