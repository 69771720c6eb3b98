import { useQuery } from '@tanstack/react-query';
import { api, type ReplyOf } from '#web/lib/api.ts';

/** Query of how much of each feature and of the content is there in each language. */
export const useTranslationStatus = () =>
  useQuery<ReplyOf<'GET /api/translations'>>({ queryKey: ['/api/translations'] });

/** Query of the messages of one feature in both languages. */
export const useFeatureMessages = (feature: string) =>
  useQuery({
    queryKey: ['/api/translations', feature],
    queryFn: ({ signal }) => api('GET /api/translations/:feature', { params: { feature }, signal }),
  });
