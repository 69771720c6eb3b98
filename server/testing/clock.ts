export interface TestClock {
  (): Date;
  set(instant: Date | string): void;
  advance(milliseconds: number): void;
}

/**
 * Creates a clock that is fixed at an instant, by default the present, until a test moves it. Sign-in sessions use the
 * real time: if the clock is more than 30 days ahead of it, every person is signed out.
 */
export function createTestClock(start: Date | string = new Date()): TestClock {
  let now = new Date(start);
  return Object.assign(() => new Date(now), {
    set: (instant: Date | string) => void (now = new Date(instant)),
    advance: (milliseconds: number) => void (now = new Date(now.getTime() + milliseconds)),
  });
}
