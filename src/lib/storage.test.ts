import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deviceStorage } from './storage.ts';

/** A storage as browsers have it: its keys are its own enumerable properties. */
function makeStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: Record<string, string>, key: string, text: string) {
      this[key] = text;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Storage;
}

beforeEach(() => void vi.stubGlobal('localStorage', makeStorage()));
afterEach(() => void vi.unstubAllGlobals());

it('reads back what it wrote, as text and as a value', () => {
  expect(deviceStorage.write('envol-a', 'text')).toBe(true);
  expect(deviceStorage.writeJson('envol-b', { one: [1] })).toBe(true);
  expect(deviceStorage.read('envol-a')).toBe('text');
  expect(deviceStorage.readJson('envol-b')).toEqual({ one: [1] });
  deviceStorage.remove('envol-a');
  expect(deviceStorage.read('envol-a')).toBeNull();
});

it('reads a value that nobody can read as missing', () => {
  deviceStorage.write('envol-a', '{"half":');
  expect(deviceStorage.readJson('envol-a')).toBeNull();
  expect(deviceStorage.readJson('envol-never')).toBeNull();
});

it('removes what begins alike, but for the key excepted', () => {
  for (const key of ['envol-draft:a', 'envol-draft:b', 'envol-theme'] as const)
    deviceStorage.write(key, '1');
  deviceStorage.removeByPrefix('envol-draft:', 'envol-draft:b');
  expect(deviceStorage.listKeys('envol-')).toEqual(['envol-draft:b', 'envol-theme']);
});

it('is empty and keeps nothing where the browser refuses storage', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(deviceStorage.write('envol-a', 'text')).toBe(false);
  expect(deviceStorage.read('envol-a')).toBeNull();
  expect(deviceStorage.readJson('envol-a')).toBeNull();
  expect(deviceStorage.listKeys('envol-')).toEqual([]);
  expect(() => deviceStorage.removeByPrefix('envol-')).not.toThrow();
});
