import { useQuery } from '@tanstack/react-query';
import type { AssessmentState } from '#shared/contract/assessment.ts';
import { subscriptionQuery } from '#web/features/account/queries.ts';

/** The person's latest assessment, by the default query. */
export function useAssessment() {
  return useQuery<AssessmentState>({ queryKey: ['/api/assessment'] });
}

/** The present pass, looked up again on every visit of the page: it may have ended meanwhile. */
export function usePass() {
  return useQuery(subscriptionQuery);
}
