import { describe, expect, it } from 'vitest';
import {
  normaliseProfileName,
  formatInstantAsDate,
  MAX_NAME_LENGTH,
  getAccessTerm,
} from './model.ts';

describe('a name', () => {
  it('is kept without the spaces around it', () =>
    expect(normaliseProfileName('  Ada ')).toBe('Ada'));
  it('is refused when nothing is left', () => expect(normaliseProfileName(' \t')).toBeNull());
  it('is never longer than the server keeps', () =>
    expect(normaliseProfileName('a'.repeat(200))).toHaveLength(MAX_NAME_LENGTH));
});

describe('how long a pass lasts', () => {
  const validUntil = '2026-12-20T10:00:00Z';
  // Seven days later, so that a slow renewal locks no member out.
  const endsAt = '2026-12-27T10:00:00Z';
  const facts = { tier: 'premium', plan: 'monthly', isSupported: false, grant: null } as const;
  const pass = { hasActiveAccess: true, ...facts };
  const date = new Date(validUntil);

  it('is nothing without access, whatever end is stored', () => {
    const over = { ...pass, hasActiveAccess: false, renews: false, validUntil, endsAt };
    expect(getAccessTerm(over)).toEqual({ key: 'free', date: null });
  });
  it('is nothing for an admin without a pass, who has access by the role', () => {
    const role = { ...pass, tier: 'free' as const, renews: false, validUntil: null, endsAt: null };
    expect(getAccessTerm(role)).toEqual({ key: 'free', date: null });
  });
  it('is until the end of what is paid, and not of the days after it', () =>
    expect(getAccessTerm({ ...pass, renews: false, validUntil, endsAt })).toEqual({
      key: 'until',
      date,
    }));
  it('is until a renewal', () =>
    expect(getAccessTerm({ ...pass, renews: true, validUntil, endsAt })).toEqual({
      key: 'renews',
      date,
    }));
  it('is for good without an end', () =>
    expect(getAccessTerm({ ...pass, renews: false, validUntil: null, endsAt: null })).toEqual({
      key: 'forever',
      date: null,
    }));
});

it('says a day where the person is', () => {
  const instant = new Date('2026-12-20T23:30:00Z');
  expect(formatInstantAsDate(instant, 'en', 'UTC')).toBe('20 December 2026');
  expect(formatInstantAsDate(instant, 'fr', 'Europe/Paris')).toBe('21 décembre 2026');
});
