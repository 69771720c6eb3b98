import { describe, expect, it } from 'vitest';
import { buildNewUser } from './model.ts';

const ada = { uid: 'u1', email: 'ada@example.org' };

describe('the profile sent for a new identity', () => {
  it('takes the display name when there is one', () => {
    expect(buildNewUser(ada, 'en', 'Ada').name).toBe('Ada');
  });

  it('takes the e-mail prefix when there is no display name', () => {
    expect(buildNewUser(ada, 'fr', '').name).toBe('ada');
  });

  it('says User when there is neither', () => {
    expect(buildNewUser({ uid: 'u1', email: '' }, 'en', '').name).toBe('User');
  });

  it('never sends a name longer than the server keeps', () => {
    expect(
      buildNewUser({ uid: 'u1', email: `${'a'.repeat(200)}@x.org` }, 'en', '').name,
    ).toHaveLength(80);
  });

  it('begins with onboarding to do, in the language of the browser', () => {
    expect(buildNewUser(ada, 'fr', '')).toMatchObject({
      firebaseUid: 'u1',
      onboardingComplete: false,
      preferredLanguage: 'fr',
      signUpMethod: 'email',
    });
  });
});
