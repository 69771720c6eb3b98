import { describe, expect, it, vi } from 'vitest';
import {
  createLongPressRecogniser,
  getNarrationModeOnPhoneLock,
  LONG_PRESS_MS,
  isNightOnDevice,
  isPhoneLockNoticeDue,
} from './model.ts';

const at = (hour: number, minute = 0) => new Date(2027, 2, 4, hour, minute);

describe('what locking the phone does', () => {
  it('is told of the voice that is heard', () => {
    expect(getNarrationModeOnPhoneLock('recording', true)).toBe('recording');
    expect(getNarrationModeOnPhoneLock('recording', false)).toBe('recording');
    expect(getNarrationModeOnPhoneLock('device', true)).toBe('device');
    expect(getNarrationModeOnPhoneLock('captions', true)).toBe('captions');
  });

  it('is that of captions where the device’s voice is switched off', () => {
    expect(getNarrationModeOnPhoneLock('device', false)).toBe('captions');
  });
});

describe('at play', () => {
  it('night is from 21 to 6 o’clock', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => hour);
    expect(hours.filter((hour) => isNightOnDevice(at(hour)))).toEqual([
      0, 1, 2, 3, 4, 5, 21, 22, 23,
    ]);
    expect([isNightOnDevice(at(5, 59)), isNightOnDevice(at(20, 59))]).toEqual([true, false]);
  });

  it('it is told at night, on the day of a flight and in a session for the seat, and not else', () => {
    const day = { at: at(12), isFlightDay: false, form: 'full' } as const;
    expect(isPhoneLockNoticeDue(day)).toBe(false);
    expect(isPhoneLockNoticeDue({ ...day, at: at(23) })).toBe(true);
    expect(isPhoneLockNoticeDue({ ...day, isFlightDay: true })).toBe(true);
    expect(isPhoneLockNoticeDue({ ...day, form: 'seat' })).toBe(true);
  });
});

describe('a finger on the screen', () => {
  function createScreen() {
    let callback: (() => void) | null = null;
    const onHeld = vi.fn();
    const schedule = vi.fn((_: number, ring: () => void) => {
      callback = ring;
      return () => (callback = null);
    });
    const hold = createLongPressRecogniser(schedule, onHeld);
    return { hold, onHeld, schedule, wait: () => callback?.() };
  }
  const touch = (pointerId = 1, clientX = 100, clientY = 100) => ({ pointerId, clientX, clientY });

  it('leaves when it rests, even if it trembles', () => {
    const { hold, onHeld, schedule, wait } = createScreen();
    expect(hold.press(touch())).toBe(true);
    expect(hold.move(touch(1, 110, 108))).toBe(true);
    wait();
    expect([onHeld.mock.calls.length, schedule.mock.calls[0]?.[0]]).toEqual([1, LONG_PRESS_MS]);
  });

  it('does nothing when it is lifted, moves on, or is not the only one', () => {
    const { hold, onHeld, wait } = createScreen();
    hold.press(touch());
    hold.release();
    wait();
    hold.press(touch());
    expect(hold.move(touch(1, 100, 130))).toBe(false);
    wait();
    hold.press(touch());
    expect(hold.press(touch(2, 300, 300))).toBe(false);
    wait();
    expect(onHeld).not.toHaveBeenCalled();
  });
});
