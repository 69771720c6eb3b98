import type { IdentityReply } from '#shared/contract/identity.ts';
import type { InputOf } from '#web/lib/api.ts';
import type { Language } from '#web/lib/i18n.ts';

const LONGEST_NAME = 80;

/** The name given at sign-up, kept for the moment the profile is created. */
let displayName = '';
export function rememberDisplayName(name: string): void {
  displayName = name.trim();
}

/** The payload of the specification's section 7: display name, else the e-mail's prefix, else User. */
export function newUser(
  identity: IdentityReply,
  preferredLanguage: Language,
  name = displayName,
): InputOf<'POST /api/users'>['body'] {
  const prefix = identity.email.split('@')[0] ?? '';
  return {
    firebaseUid: identity.uid,
    name: (name || prefix || 'User').slice(0, LONGEST_NAME),
    email: identity.email,
    signUpMethod: 'email',
    onboardingComplete: false,
    preferredLanguage,
  };
}
