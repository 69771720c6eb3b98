import { useQuery } from '@tanstack/react-query';
import { subscriptionQuery } from '#web/features/account/queries.ts';

/** The cached subscription status that the router loaded. */
export function usePass() {
  return useQuery(subscriptionQuery);
}
