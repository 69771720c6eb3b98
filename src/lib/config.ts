import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from './api.ts';

const CONFIG_KEY = ['/api/config'] as const;

/** The installation's configuration; constant while the app is open. */
export function useConfig() {
  return useQuery<ReplyOf<'GET /api/config'>>({ queryKey: CONFIG_KEY, staleTime: Infinity });
}
