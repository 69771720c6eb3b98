import { useMutation } from '@tanstack/react-query';
import { api, type InputOf } from '#web/lib/api.ts';

/** Chooses a new password with the secret of a letter. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/auth/reset'>['body']) =>
      api('POST /api/auth/reset', { body }),
  });
}

/** Confirms what a letter asked about: a new account, or a new address. */
export function useConfirm(what: 'confirm-sign-up' | 'confirm-email') {
  return useMutation({
    mutationFn: (token: string) =>
      what === 'confirm-sign-up'
        ? api('POST /api/auth/sign-up/confirm', { body: { token } })
        : api('POST /api/auth/email/confirm', { body: { token } }),
  });
}
