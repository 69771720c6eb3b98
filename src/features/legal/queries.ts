import { useQuery } from '@tanstack/react-query';
import type { Operator } from '#shared/rules/operator.ts';
import type { ReplyOf } from '#web/lib/api.ts';

/** Returns who runs this server, as far as they have said; undefined while it loads. */
export function useOperator(): Operator | undefined {
  const { data } = useQuery<ReplyOf<'GET /api/config'>>({
    queryKey: ['/api/config'],
    staleTime: Infinity,
  });
  return data?.operator;
}
