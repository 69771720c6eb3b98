import { useMutation } from '@tanstack/react-query';
import { api, type InputOf } from '#web/lib/api.ts';

/** Sets an account's password with the secret from an e-mail: after a reset, or for a new account. */
export function useSetPasswordByEmailLink(what: 'reset' | 'confirm-sign-up') {
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/auth/reset'>['body']) =>
      what === 'reset'
        ? api('POST /api/auth/reset', { body })
        : api('POST /api/auth/sign-up/confirm', { body }),
  });
}

/** Confirms a new e-mail address with the secret from an e-mail. */
export function useConfirmEmail() {
  return useMutation({
    mutationFn: (token: string) => api('POST /api/auth/email/confirm', { body: { token } }),
  });
}
