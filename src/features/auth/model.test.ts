import { describe, expect, it } from 'vitest';
import { isEmailLink } from '#shared/rules/route-table.ts';
import { ApiError } from '#web/lib/api.ts';
import {
  AUTH_VIEWS,
  parseAuthView,
  toCredentialFaultKeys,
  validateCredentials,
  isAuthViewAllowedWhenSignedIn,
  parseEmailLinkSecret,
  parseNextPath,
} from './model.ts';

describe('the page’s address', () => {
  it('asks to sign in unless it asks for an account', () => {
    expect(parseAuthView('')).toBe('sign-in');
    expect(parseAuthView('?mode=sign-up')).toBe('sign-up');
    expect(parseAuthView('mode=anything')).toBe('sign-in');
  });

  it('is for somebody signed in only by the link of an email', () => {
    expect(isAuthViewAllowedWhenSignedIn(parseAuthView('?mode=confirm-email'))).toBe(true);
    expect(isAuthViewAllowedWhenSignedIn(parseAuthView('?mode=reset'))).toBe(true);
    expect(isAuthViewAllowedWhenSignedIn(parseAuthView('?mode=forgot'))).toBe(false);
    // Those open in every state of an account, an unfinished introduction among them.
    for (const view of AUTH_VIEWS)
      expect(isEmailLink(`/auth?mode=${view}`), view).toBe(isAuthViewAllowedWhenSignedIn(view));
  });

  it('holds the secret of an email, and whose account it is', () => {
    expect(parseEmailLinkSecret('#s-e_cret/ada%2Bfly%40example.org')).toEqual({
      token: 's-e_cret',
      email: 'ada+fly@example.org',
    });
    expect(parseEmailLinkSecret('#s-e_cret')).toEqual({ token: 's-e_cret', email: '' });
    expect(parseEmailLinkSecret('#s-e_cret/%')).toEqual({ token: 's-e_cret', email: '' });
    expect(parseEmailLinkSecret('')).toEqual({ token: '', email: '' });
  });

  it('says where to go afterwards', () => {
    expect(parseNextPath('?next=/content/a?b=c%23d')).toBe('/content/a?b=c#d');
    expect(parseNextPath('')).toBe('/');
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
    expect(parseNextPath(`?${new URLSearchParams({ next }).toString()}`)).toMatch(
      /^\/(?![/\\]|auth)/,
    ),
  );
});

describe('the form', () => {
  const entry = { email: 'ada@example.org', password: 'correct horse' };

  it('can be sent when both fields are well', () =>
    expect(validateCredentials(entry, 'sign-up')).toEqual({}));
  it('forgives spaces around the address', () =>
    expect(validateCredentials({ ...entry, email: ' ada@example.org ' }, 'sign-in')).toEqual({}));
  it('names every field that is missing', () =>
    expect(validateCredentials({ email: '', password: '' }, 'sign-in')).toEqual({
      email: 'auth:fields.emailMissing',
      password: 'auth:fields.passwordMissing',
    }));
  it('refuses what is no address', () =>
    expect(validateCredentials({ ...entry, email: 'ada@example' }, 'sign-in').email).toBe(
      'errors:field.not_an_email',
    ));
  it('measures a password only where it is chosen', () => {
    expect(validateCredentials({ ...entry, password: 'short' }, 'sign-up').password).toBe(
      'auth:fields.passwordShort',
    );
    expect(validateCredentials({ ...entry, password: 'short' }, 'sign-in')).toEqual({});
  });
  it('shows under a field what the server found wrong with it', () => {
    const refuse = (error: object) =>
      toCredentialFaultKeys(new ApiError(400, JSON.stringify({ error })));
    const code = 'invalid_input';
    expect(refuse({ code, fields: { email: 'not_an_email' } })).toEqual({
      email: 'errors:field.not_an_email',
    });
    expect(refuse({ code, fields: { password: 'too_small' } })).toEqual({
      password: 'auth:fields.passwordShort',
    });
    expect(refuse({ code: 'password_too_common' })).toEqual({
      password: 'errors:password_too_common',
    });
    expect(refuse({ code: 'wrong_credentials' })).toEqual({});
  });
});
