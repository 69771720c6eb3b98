import { describe, expect, it } from 'vitest';
import { cleanName, formatDay, MAX_NAME_LENGTH, getPassTerm } from './model.ts';

describe('a name', () => {
  it('is kept without the spaces around it', () => expect(cleanName('  Ada ')).toBe('Ada'));
  it('is refused when nothing is left', () => expect(cleanName(' \t')).toBeNull());
  it('is never longer than the server keeps', () =>
    expect(cleanName('a'.repeat(200))).toHaveLength(MAX_NAME_LENGTH));
});

describe('how long a pass lasts', () => {
  it('is nothing without access, whatever end is stored', () =>
    expect(
      getPassTerm({ hasActiveAccess: false, tier: 'free', endsAt: '2026-01-01T00:00:00Z' }),
    ).toEqual({ key: 'free' }));
  it('is until its end', () =>
    expect(
      getPassTerm({ hasActiveAccess: true, tier: 'premium', endsAt: '2026-12-20T10:00:00Z' }),
    ).toEqual({ key: 'until', endsAt: new Date('2026-12-20T10:00:00Z') }));
  it('is for good without one', () =>
    expect(getPassTerm({ hasActiveAccess: true, tier: 'lifetime', endsAt: null })).toEqual({
      key: 'forever',
    }));
});

it('says a day where the person is', () => {
  const instant = new Date('2026-12-20T23:30:00Z');
  expect(formatDay(instant, 'en', 'UTC')).toBe('20 December 2026');
  expect(formatDay(instant, 'fr', 'Europe/Paris')).toBe('21 décembre 2026');
});
