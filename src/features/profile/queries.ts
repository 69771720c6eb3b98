import { useQuery } from '@tanstack/react-query';
import { subscriptionQuery } from '#web/features/account/queries.ts';

/** The present pass, as the gate knows it. */
export function usePass() {
  return useQuery(subscriptionQuery);
}
