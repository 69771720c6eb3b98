import type { IdentityReply } from '#shared/contract/identity.ts';
import type { InputOf } from '#web/lib/api.ts';
import type { Language } from '#web/lib/i18n.ts';

const LONGEST_NAME = 80;

/** The payload of the specification's section 7: display name, else the e-mail's prefix, else User. */
export function newUser(
  identity: IdentityReply,
  preferredLanguage: Language,
  displayName = '',
): InputOf<'POST /api/users'>['body'] {
  const prefix = identity.email.split('@')[0] ?? '';
  return {
    firebaseUid: identity.uid,
    name: (displayName.trim() || prefix || 'User').slice(0, LONGEST_NAME),
    email: identity.email,
    signUpMethod: 'email',
    onboardingComplete: false,
    preferredLanguage,
  };
}
