import type { SignUpMode } from '#shared/rules/sign-up.ts';
import { AppError } from './errors.ts';

/**
 * Refuses a new account unless sign-up is open to all.
 * @throws {AppError} `invitation_needed` (waitlist), `sign_up_closed`
 */
export function assertSignUpOpen(mode: SignUpMode): void {
  if (mode === 'waitlist') throw new AppError('invitation_needed');
  if (mode === 'closed') throw new AppError('sign_up_closed');
}
