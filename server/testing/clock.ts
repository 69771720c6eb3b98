/** A clock that stands still until a test moves it. */
export interface TestClock {
  (): Date;
  set(instant: Date | string): void;
  advance(milliseconds: number): void;
}

/**
 * A clock standing at an instant, or at the moment it is made. Sign-in sessions are dated by the real
 * time, so a clock set more than 30 days ahead of it finds everybody signed out.
 */
export function createTestClock(start: Date | string = new Date()): TestClock {
  let now = new Date(start);
  return Object.assign(() => new Date(now), {
    set: (instant: Date | string) => void (now = new Date(instant)),
    advance: (milliseconds: number) => void (now = new Date(now.getTime() + milliseconds)),
  });
}
