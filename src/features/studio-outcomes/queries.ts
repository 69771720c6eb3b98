import { useQuery } from '@tanstack/react-query';
import type { Outcomes } from '#shared/contract/outcomes.ts';

/** Query of how fear changes from the first assessment to the second, of all people together. */
export function useOutcomes() {
  return useQuery<Outcomes>({ queryKey: ['/api/admin/outcomes'], staleTime: 60_000 });
}
