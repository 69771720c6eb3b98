import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SharedSession } from '#shared/contract/contents.ts';
import { api, ApiError } from '#web/lib/api.ts';
import type { Language } from '#shared/rules/languages.ts';

const isTransientError = (error: Error) =>
  !(error instanceof ApiError && error.status >= 400 && error.status < 500);

/** Queries the public part of a shared session. Refusals (an invalid id, a withdrawn session) are not retried. */
export function useSharedSession(id: string) {
  const { i18n } = useTranslation();
  const language: Language = i18n.language === 'fr' ? 'fr' : 'en';
  return useQuery<SharedSession>({
    queryKey: ['/api/shared-sessions', id, language],
    queryFn: ({ signal }) =>
      api('GET /api/shared-sessions/:id', { params: { id }, query: { language }, signal }),
    retry: (failures, error) => failures < 1 && isTransientError(error),
  });
}
