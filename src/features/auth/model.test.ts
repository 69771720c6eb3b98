import { describe, expect, it } from 'vitest';
import { faceOf, faultsFromServer, faultsOf, isForSignedIn, secretOf, whereNext } from './model.ts';

describe('the page’s address', () => {
  it('asks to sign in unless it asks for an account', () => {
    expect(faceOf('')).toBe('sign-in');
    expect(faceOf('?mode=sign-up')).toBe('sign-up');
    expect(faceOf('mode=anything')).toBe('sign-in');
  });

  it('is for somebody signed in only by the link of a letter', () => {
    expect(isForSignedIn(faceOf('?mode=confirm-email'))).toBe(true);
    expect(isForSignedIn(faceOf('?mode=reset'))).toBe(true);
    expect(isForSignedIn(faceOf('?mode=forgot'))).toBe(false);
  });

  it('holds the secret of a letter, and whose account it is', () => {
    expect(secretOf('#s-e_cret/ada%2Bfly%40example.org')).toEqual({
      token: 's-e_cret',
      email: 'ada+fly@example.org',
    });
    expect(secretOf('#s-e_cret')).toEqual({ token: 's-e_cret', email: '' });
    expect(secretOf('#s-e_cret/%')).toEqual({ token: 's-e_cret', email: '' });
    expect(secretOf('')).toEqual({ token: '', email: '' });
  });

  it('says where to go afterwards', () => {
    expect(whereNext('?next=/content/a?b=c%23d')).toBe('/content/a?b=c#d');
    expect(whereNext('')).toBe('/');
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/auth?next=/auth',
    'profile',
  ])('never leads to %s', (next) =>
    expect(whereNext(`?${new URLSearchParams({ next }).toString()}`)).toMatch(/^\/(?![/\\]|auth)/),
  );
});

describe('the form', () => {
  const entry = { email: 'ada@example.org', password: 'correct horse' };

  it('can be sent when both fields are well', () => expect(faultsOf(entry, 'sign-up')).toEqual({}));
  it('forgives spaces around the address', () =>
    expect(faultsOf({ ...entry, email: ' ada@example.org ' }, 'sign-in')).toEqual({}));
  it('names every field that is missing', () =>
    expect(faultsOf({ email: '', password: '' }, 'sign-in')).toEqual({
      email: 'emailMissing',
      password: 'passwordMissing',
    }));
  it('refuses what is no address', () =>
    expect(faultsOf({ ...entry, email: 'ada@example' }, 'sign-in').email).toBe('emailInvalid'));
  it('measures a password only where it is chosen', () => {
    expect(faultsOf({ ...entry, password: 'short' }, 'sign-up').password).toBe('passwordShort');
    expect(faultsOf({ ...entry, password: 'short' }, 'sign-in')).toEqual({});
  });
  it('shows under a field what the server found wrong with it', () => {
    expect(faultsFromServer({ email: 'invalid' })).toEqual({ email: 'emailInvalid' });
    expect(faultsFromServer({ 'body/password': 'too_small' })).toEqual({
      password: 'passwordShort',
    });
  });
});
