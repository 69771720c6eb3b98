import { expect, it } from 'vitest';
import { parsePlayerSettings } from './settings.ts';

const fresh = parsePlayerSettings(null);

it('begins at the session’s own pace, with its voice, and without a touch', () => {
  expect(fresh).toMatchObject({
    speed: 1,
    voice: true,
    haptics: null,
    cabinSound: false,
    voices: {},
  });
});

it('keeps what a browser kept of an older version', () => {
  expect(parsePlayerSettings('{"voice":false,"ambience":0.2}')).toEqual({
    ...fresh,
    voice: false,
    ambience: 0.2,
  });
});

it.each(['', 'nonsense', 'null', '[]', '7', '{"voices":3}', '{"speed":"fast","voice":"yes"}'])(
  'takes nothing from %s',
  (kept) => {
    expect(parsePlayerSettings(kept)).toEqual(fresh);
  },
);

it('goes neither slower nor faster than there is', () => {
  expect(parsePlayerSettings('{"speed":9,"ambience":-1}')).toMatchObject({
    speed: 1.5,
    ambience: 0,
  });
  expect(parsePlayerSettings('{"speed":0}').speed).toBe(0.6);
});
