import { useMutation } from '@tanstack/react-query';
import { api, type InputOf } from '#web/lib/api.ts';

/** Mutation that looks for words in the studio, which are sent in the body and never in a URL. */
export const useSearchStudio = () =>
  useMutation({
    mutationFn: (body: InputOf<'POST /api/admin/search'>['body']) =>
      api('POST /api/admin/search', { body }),
  });
