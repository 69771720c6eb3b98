import { z } from 'zod';
import { contentSummary } from './contents.ts';
import { endpoint } from './endpoint.ts';
import { fearArea, instant, milliseconds, timeZone } from './fields.ts';

export const dashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard',
  access: 'pass',
  summary: 'Totals, the recommendation of the day and recent activity',
  query: z.object({ timeZone }),
  replies: {
    200: z.object({
      /** How often a session was finished: the same one twice is two. */
      totalSessions: z.int(),
      practiceMs: z.int(),
      dayStreak: z.int(),
      sessionsToday: z.object({ done: z.int(), recommended: z.int() }),
      /** What today's plan had and is done. */
      doneToday: z.array(z.object({ id: z.string(), title: z.string() })),
      /** What is still to come today, the first first; when nothing is, one more for whoever likes. */
      recommendations: z.array(
        z.object({
          content: contentSummary,
          reason: z.object({ code: z.string(), area: fearArea.nullable() }),
        }),
      ),
      recentActivity: z.array(
        z.object({
          listenId: z.string(),
          contentId: z.string(),
          title: z.string(),
          kind: contentSummary.shape.kind,
          situations: contentSummary.shape.situations,
          listenedMs: milliseconds,
          completed: z.boolean(),
          at: instant,
        }),
      ),
    }),
  },
});
export type Dashboard = z.infer<(typeof dashboard)['replies'][200]>;
