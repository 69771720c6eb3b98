import { useQuery } from '@tanstack/react-query';
import type { Operator } from '#shared/rules/operator.ts';
import type { ReplyOf } from '#web/lib/api.ts';

/** Returns who runs this server, with null for each detail that is not set; undefined while it loads. */
export function useOperator(): Operator | undefined {
  const { data } = useQuery<ReplyOf<'GET /api/config'>>({
    queryKey: ['/api/config'],
    staleTime: Infinity,
  });
  return data?.operator;
}
