import type { IdentityReply } from '#shared/contract/identity.ts';
import type { InputOf } from '#web/lib/api.ts';
import type { Language } from '#shared/rules/languages.ts';

const MAX_NAME_LENGTH = 80;

/**
 * Builds the payload that creates a profile (specification, section 7). The name is the display name, else the part of
 * the e-mail before the @, else `User`; the sign-up method is always `email`.
 */
export function buildNewUser(
  identity: IdentityReply,
  preferredLanguage: Language,
  displayName = '',
): InputOf<'POST /api/users'>['body'] {
  const prefix = identity.email.split('@')[0] ?? '';
  return {
    firebaseUid: identity.uid,
    name: (displayName.trim() || prefix || 'User').slice(0, MAX_NAME_LENGTH),
    email: identity.email,
    signUpMethod: 'email',
    onboardingComplete: false,
    preferredLanguage,
  };
}
