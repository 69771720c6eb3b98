import { expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const fresh = readSettings(null);

it('begins at the session’s own pace, with its voice, and without a touch', () => {
  expect(fresh).toMatchObject({ speed: 1, voice: true, haptics: false, voices: {} });
});

it('keeps what a browser kept of an older version', () => {
  expect(readSettings('{"voice":false,"ambience":0.2}')).toEqual({
    ...fresh,
    voice: false,
    ambience: 0.2,
  });
});

it.each(['', 'nonsense', 'null', '[]', '7', '{"voices":3}', '{"speed":"fast","voice":"yes"}'])(
  'takes nothing from %s',
  (kept) => {
    expect(readSettings(kept)).toEqual(fresh);
  },
);

it('goes neither slower nor faster than there is', () => {
  expect(readSettings('{"speed":9,"ambience":-1}')).toMatchObject({ speed: 1.5, ambience: 0 });
  expect(readSettings('{"speed":0}').speed).toBe(0.6);
});
