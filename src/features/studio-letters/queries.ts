import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ShownLetter } from '#shared/contract/admin-letters.ts';
import type { Language } from '#shared/rules/languages.ts';
import type { LetterName, LetterTexts } from '#shared/rules/letters.ts';
import { apiWithFreshSignIn } from '#web/features/security/store.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';

const LIST_KEY = ['/api/admin/letters'] as const;
const buildKey = (name: LetterName, language: Language) => [
  `/api/admin/letters/${name}?language=${language}`,
];

/** Query of which emails say something else than ours. */
export const useEditedLetters = () =>
  useQuery<ReplyOf<'GET /api/admin/letters'>>({ queryKey: LIST_KEY, staleTime: 0 });

/** Query of one email in a language. */
export const useLetter = (name: LetterName, language: Language) =>
  useQuery<ShownLetter>({ queryKey: buildKey(name, language), staleTime: 0 });

/** Mutation that saves the operator's texts of an email, or goes back to ours (null). */
export function useSaveLetter(name: LetterName, language: Language) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { version: number; texts: LetterTexts | null }) =>
      apiWithFreshSignIn('PUT /api/admin/letters/:name', {
        params: { name },
        body: { language, ...body },
      }),
    onSuccess: (reply) => {
      client.setQueryData(buildKey(name, language), reply);
      return client.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
}

/** Mutation that shows an email with sample data, as it would look with words that are not saved. */
export const usePreviewLetter = (name: LetterName, language: Language) =>
  useMutation({
    mutationFn: (texts: LetterTexts) =>
      api('POST /api/admin/letters/:name/preview', { params: { name }, body: { language, texts } }),
  });

/** Mutation that sends an email with sample data to the admin who asks for it. */
export const useSendSample = (name: LetterName, language: Language) =>
  useMutation({
    mutationFn: () =>
      api('POST /api/admin/letters/:name/sample', { params: { name }, body: { language } }),
  });
