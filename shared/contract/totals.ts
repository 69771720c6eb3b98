import { z } from 'zod';
import { FUNNEL_STEPS } from '#shared/rules/funnel.ts';
import { declareEndpoint } from './endpoint.ts';
import { civilDate, currency, fearArea, instant } from './fields.ts';

/** A figure that is null when it counts so few people that it could reveal something about them. */
const hideable = z.int().nullable();
const week = civilDate;
const amounts = z.array(z.object({ currency, amountMinor: z.int() })).max(10);

const overview = z.object({
  /** The Monday of the first week and of the last. */
  from: week,
  to: week,
  /** When the figures were last refreshed; null before the first time, some minutes after the server's first start. */
  addedUpAt: instant.nullable(),
  /** Amounts are of the test mode. */
  testMode: z.boolean(),
  weeks: z
    .array(
      z.object({
        week,
        /** At the week's end, or now. */
        people: z.int(),
        onboarded: z.int(),
        passes: z.array(z.object({ plan: z.string(), people: hideable })).max(10),
        /** Less what was given back; by the week of the payment. */
        revenue: amounts,
        /** What was given back of the payments of this week, or taken by banks. */
        refunded: amounts,
        /** Null in the unfinished week, whose changes could reveal what one person does. */
        played: hideable,
        finished: hideable,
        ratings: z.object({
          very_helpful: hideable,
          somewhat_helpful: hideable,
          not_helpful: hideable,
        }),
      }),
    )
    .max(60),
  /** How many joined in a week, and how many of them practised in each finished week after it. */
  cohorts: z
    .array(z.object({ week, people: hideable, returned: z.array(hideable).max(12) }))
    .max(60),
  /**
   * How many of those who joined in these weeks have reached each step by now; how often the landing page was opened in them.
   */
  funnel: z.array(z.object({ step: z.enum(FUNNEL_STEPS), count: hideable })).max(10),
  /** Averages of those who took the assessment twice; null while they are too few. */
  fear: z
    .object({
      people: z.int(),
      areas: z.array(z.object({ area: fearArea, before: z.number(), after: z.number() })).max(20),
    })
    .nullable(),
  /** How many people fly in each week from today on. */
  flights: z.array(hideable).max(10),
  /**
   * What subscriptions bring, as last counted. A subscription runs from its first payment until its access ends: also one
   * that is stopped but paid, and one in the seven days after a renewal that failed; not in a pause without access.
   */
  recurring: z.object({
    /** What running subscriptions bring a month, by currency: the monthly prices, and a twelfth of the yearly ones. */
    mrr: amounts,
    subscribers: z.int(),
    /** How many had one 30 days before, and how many of those have none now: the second by the first is the churn. */
    subscribersBefore: z.int(),
    left: z.int(),
    /** How many have a renewal that was refused and is not paid yet. */
    failing: z.int(),
  }),
  inboxes: z.object({
    messages: z.int(),
    waitlist: z.int(),
    /** Private questions that wait for an answer, and since when the oldest does. */
    questions: z.int(),
    oldestQuestionAt: instant.nullable(),
  }),
  jobs: z.object({
    waiting: z.int(),
    running: z.int(),
    failed: z.int(),
    oldestSeconds: z.int().nullable(),
  }),
  storage: z.object({ databaseBytes: z.int(), mediaBytes: z.int(), freeBytes: z.int().nullable() }),
});
export type StudioOverview = z.infer<typeof overview>;

export const getStudioOverview = declareEndpoint({
  method: 'GET',
  path: '/api/admin/overview',
  access: 'admin',
  summary:
    'What all people did together, by whole weeks: no answers of anybody, and nothing of fewer than five people',
  query: z
    .object({ from: civilDate, to: civilDate })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'out_of_range' })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 371 * 86_400_000, {
      path: ['from'],
      message: 'out_of_range',
    }),
  replies: { 200: overview },
});
