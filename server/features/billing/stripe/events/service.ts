import type { Stripe } from 'stripe';

/** The most that one page holds: "Limit can range between 1 and 100" (https://docs.stripe.com/api/events/list). */
const PAGE_SIZE = 100;

/** Which events are listed: of at most 20 types, created from `from` until `until`, older than the event `after`. */
export interface EventQuery {
  types: readonly string[];
  from: Date;
  until: Date;
  after: string | undefined;
}

/** An event in a list, of which nothing is known for certain. */
export type UncheckedEvent = Partial<Stripe.Event>;

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** Creates the provider's calls about its events; `call` runs them and translates their errors. */
export const createEventCalls = (
  stripe: Stripe,
  call: <T>(work: () => Promise<T>) => Promise<T>,
) => ({
  /** Lists a page of the account's events, the newest first, and whether more follow. */
  listEvents: ({ types, from, until, after }: EventQuery) =>
    call(async () => {
      const { data, has_more: hasMore }: { data: UncheckedEvent[]; has_more: boolean } =
        await stripe.events.list({
          types: [...types],
          created: { gte: toSeconds(from), lte: toSeconds(until) },
          limit: PAGE_SIZE,
          ...(after !== undefined && { starting_after: after }),
        });
      return { events: data, hasMore };
    }),
});
