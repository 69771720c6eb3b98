import { useQuery } from '@tanstack/react-query';
import { api, type ReplyOf } from '#web/lib/api.ts';

/** Query of the translation status: how much of each feature and of the content is translated. */
export const useTranslationStatus = () =>
  useQuery<ReplyOf<'GET /api/translations'>>({ queryKey: ['/api/translations'] });

/** Query of the messages of one feature in both languages; not fetched while `feature` is null. */
export function useFeatureMessages(feature: string | null) {
  return useQuery({
    queryKey: ['/api/translations', feature],
    queryFn: ({ signal }) =>
      api('GET /api/translations/:feature', { params: { feature: feature ?? '' }, signal }),
    enabled: feature !== null,
  });
}
