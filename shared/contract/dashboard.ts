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
      totalSessions: z.int(),
      practiceMs: z.int(),
      dayStreak: z.int(),
      sessionsToday: z.object({ done: z.int(), recommended: z.int() }),
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
          listenedMs: milliseconds,
          completed: z.boolean(),
          at: instant,
        }),
      ),
    }),
  },
});
export type Dashboard = z.infer<(typeof dashboard)['replies'][200]>;
