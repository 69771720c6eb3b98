import { describe, expect, it } from 'vitest';
import { civilDate, instant, buildSingleLineTextSchema, buildTextSchema } from './fields.ts';

describe('an instant', () => {
  it.each([
    '2000-01-01T00:00:00Z',
    '2026-11-21T09:41:39.123Z',
    '2026-11-21T09:41:39.123456789Z',
    '2100-12-31T23:59:59.999Z',
  ])('may be %s', (value) => {
    expect(instant.parse(value)).toBe(value);
  });

  it.each([
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '0099-12-31T23:59:59Z',
    '1999-12-31T23:59:59.999Z',
    '2101-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '+002026-01-01T00:00:00Z',
    `2026-01-01T00:00:00.${'1'.repeat(500)}Z`,
    '2026-02-30T00:00:00Z',
    '2026-01-01T00:00:00+02:00',
    'yesterday',
  ])('is not %s', (value) => {
    expect(instant.safeParse(value).success).toBe(false);
  });
});

describe('a civil date', () => {
  it.each([
    ['2000-01-01', true],
    ['2100-12-31', true],
    ['0000-01-01', false],
    ['1999-12-31', false],
    ['2101-01-01', false],
    ['9999-12-31', false],
    ['2026-02-30', false],
    ['+10000-01-01', false],
  ])('%s: %s', (value, good) => expect(civilDate.safeParse(value).success).toBe(good));
});

describe('text of one line', () => {
  it.each([
    ['AF 8', true],
    ['Zoë Müller-O’Brien', true],
    ['A\nB', false],
    ['A\r\nBcc: x@y', false],
    ['A\tB', false],
    ['A\u2028B', false],
    ['A\u2029B', false],
    ['A\u0085B', false],
  ])('%j: %s', (value, good) =>
    expect(buildSingleLineTextSchema(80).safeParse(value).success).toBe(good),
  );
});

describe('text a person typed', () => {
  const whyNot = (value: string) => buildTextSchema(80).safeParse(value).error?.issues[0]?.message;

  it.each([
    'Ada',
    'Zoë Müller-O’Brien',
    'Ngọc Ánh',
    'محمد',
    'שרה',
    '李小龍',
    'क्‍ष',
    '👩‍✈️',
    '❤️',
    '1',
    '?',
    'two\nlines\tand a tab',
  ])('may be %j', (value) => {
    expect(buildTextSchema(80).parse(value)).toBe(value);
  });

  it.each([
    ['a\u0000b', 'control_characters'],
    ['a\u0007b', 'control_characters'],
    ['a\rb', 'control_characters'],
    ['a\u007fb', 'control_characters'],
    ['a\u0085b', 'control_characters'],
    ['a\u009fb', 'control_characters'],
    ['\ud800', 'control_characters'],
    ['\u202e', 'control_characters'],
    ['Ada\u202egnp.exe', 'control_characters'],
    ['Ada\u2066', 'control_characters'],
    ['Ada\u200f', 'control_characters'],
    ['\u200b', 'nothing_visible'],
    ['\u200b\u200d\u2060', 'nothing_visible'],
    ['\u00ad', 'nothing_visible'],
    ['\u3164', 'nothing_visible'],
    ['\u2800', 'nothing_visible'],
    ['\u0301', 'nothing_visible'],
    ['\ufe0f', 'nothing_visible'],
    ['\u{e0041}', 'nothing_visible'],
  ])('is not %j: %s', (value, why) => {
    expect(whyNot(value)).toBe(why);
  });

  it('is not only blanks', () => {
    for (const value of ['', ' ', '\t\n', '\u00a0', '\u3000', '\ufeff'])
      expect(buildTextSchema(80).safeParse(value).success).toBe(false);
  });
});
