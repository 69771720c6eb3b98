import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findPlayerCommand } from './keyboard.ts';

/** As much of an element as the rule looks at: its own selector, and that of what holds it. */
class FakeElement extends EventTarget {
  readonly is: string;
  constructor(is: string) {
    super();
    this.is = is;
  }
  matches(selector: string) {
    const own = this.is.split(' ').at(-1) ?? '';
    return selector.split(', ').some((part) => part === own || part === own.split('[')[0]);
  }
  closest(selector: string) {
    return this.matches(selector) || this.is.startsWith(`${selector} `) ? this : null;
  }
}
beforeAll(() => void vi.stubGlobal('Element', FakeElement));
afterAll(() => void vi.unstubAllGlobals());

function press(key: string, on: string | null = null, more = {}) {
  const keys = { repeat: false, ctrlKey: false, metaKey: false, altKey: false };
  const target = on === null ? null : new FakeElement(on);
  return findPlayerCommand({ key, target, defaultPrevented: false, ...keys, ...more }, true);
}

describe('keys of the player', () => {
  it('play, jump, mute and open the transcript', () => {
    const keys = [' ', 'k', 'j', 'ArrowLeft', 'l', 'ArrowRight', 'm', 't', 'x'];
    expect(keys.map((key) => press(key))).toEqual([
      'toggle',
      'toggle',
      'back',
      'back',
      'forward',
      'forward',
      'mute',
      'transcript',
      null,
    ]);
  });

  it('leave text being typed alone', () => {
    for (const field of ['input', 'textarea', 'select', 'input[type="text"]'])
      for (const key of [' ', 'k', 'ArrowLeft']) expect(press(key, field)).toBeNull();
  });

  it('leave the slider its arrows and the buttons their space', () => {
    expect(press('ArrowLeft', 'input[type="range"]')).toBeNull();
    expect(press('k', 'input[type="range"]')).toBe('toggle');
    expect(press(' ', 'button')).toBeNull();
    expect(press('k', 'button')).toBe('toggle');
    expect(press('ArrowLeft', 'input[type="radio"]')).toBeNull();
  });

  it('leave a scale that asks for a number all but the letters', () => {
    for (const key of [' ', 'ArrowLeft', 'ArrowRight'])
      expect(press(key, 'form input[type="range"]')).toBeNull();
    expect(press(' ', 'input[type="range"]')).toBe('toggle');
  });

  it('leave the browser its own combinations, and a held key toggles once', () => {
    expect(press('l', null, { ctrlKey: true })).toBeNull();
    expect(press('k', null, { repeat: true })).toBeNull();
    expect(press('j', null, { altKey: true })).toBeNull();
  });

  it('can have their letters switched off', () => {
    const event = { key: 'k', target: null, defaultPrevented: false, repeat: false };
    const none = { ctrlKey: false, metaKey: false, altKey: false };
    expect(findPlayerCommand({ ...event, ...none }, false)).toBeNull();
    expect(findPlayerCommand({ ...event, ...none, key: ' ' }, false)).toBe('toggle');
  });
});
