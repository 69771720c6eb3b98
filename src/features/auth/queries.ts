import { useMutation } from '@tanstack/react-query';
import { api, type InputOf } from '#web/lib/api.ts';

/** Gives an account its password with the secret of a letter: a new one, or the one that opens it. */
export function useLetterPassword(what: 'reset' | 'confirm-sign-up') {
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/auth/reset'>['body']) =>
      what === 'reset'
        ? api('POST /api/auth/reset', { body })
        : api('POST /api/auth/sign-up/confirm', { body }),
  });
}

/** Confirms a new address with the secret of a letter. */
export function useConfirmEmail() {
  return useMutation({
    mutationFn: (token: string) => api('POST /api/auth/email/confirm', { body: { token } }),
  });
}
