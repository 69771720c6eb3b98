import { z } from 'zod';
import { contentSummarySchema } from './contents.ts';
import { declareEndpoint } from './endpoint.ts';
import { fearArea, instant, milliseconds, timeZone } from './fields.ts';

export const getDashboard = declareEndpoint({
  method: 'GET',
  path: '/api/dashboard',
  access: 'pass',
  summary: 'Totals, the recommendation of the day and recent activity',
  query: z.object({ timeZone }),
  replies: {
    200: z.object({
      /** How often any session was finished, repeats counted. */
      totalSessions: z.int(),
      practiceMs: z.int(),
      /** The breathing exercise that ended last, which `practiceMs` counts; null without one. */
      latestPracticeId: z.string().nullable(),
      dayStreak: z.int(),
      /** Number of private questions with an unread answer. */
      newAnswers: z.int(),
      sessionsToday: z.object({ done: z.int(), recommended: z.int() }),
      doneToday: z.array(z.object({ id: z.string(), title: z.string() })),
      /** Today's sessions still to do, in order; when all are done, one more as a suggestion. */
      recommendations: z.array(
        z.object({
          content: contentSummarySchema,
          reason: z.object({ code: z.string(), area: fearArea.nullable() }),
        }),
      ),
      /** A quiet session for the evening, not among those above; null when there is none. */
      tonight: contentSummarySchema.nullable(),
      recentActivity: z.array(
        z.object({
          listenId: z.string(),
          contentId: z.string(),
          title: z.string(),
          kind: contentSummarySchema.shape.kind,
          situations: contentSummarySchema.shape.situations,
          listenedMs: milliseconds,
          completed: z.boolean(),
          at: instant,
        }),
      ),
    }),
  },
});
export type Dashboard = z.infer<(typeof getDashboard)['replies'][200]>;
