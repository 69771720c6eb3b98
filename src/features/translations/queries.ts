import { useQuery } from '@tanstack/react-query';
import { api, type ReplyOf } from '#web/lib/api.ts';

/** How far each feature and the content are translated. */
export const useTranslationStatus = () =>
  useQuery<ReplyOf<'GET /api/translations'>>({ queryKey: ['/api/translations'] });

/** The messages of one feature in both languages; null while none is chosen. */
export function useMessages(feature: string | null) {
  return useQuery({
    queryKey: ['/api/translations', feature],
    queryFn: ({ signal }) =>
      api('GET /api/translations/:feature', { params: { feature: feature ?? '' }, signal }),
    enabled: feature !== null,
  });
}
