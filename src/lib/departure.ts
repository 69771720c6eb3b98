const KEY = 'envol-left';

function lastLeft(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const atLoad = lastLeft();

/** Whether somebody signed out since this page was loaded, in whichever tab: it keeps nothing more of theirs. */
export const hasLeft = (): boolean => ![null, atLoad].includes(lastLeft());

/** Tells this page and every other tab that the person leaves this device. */
export function leave(): void {
  try {
    localStorage.setItem(KEY, crypto.randomUUID());
  } catch {
    // Storage is refused: nothing is kept, and the other tabs hear of it by their next call.
  }
}

/** Calls back when somebody signs out in another tab. */
export function onLeft(listener: () => void): void {
  addEventListener('storage', ({ key }) => key === KEY && listener());
}
