/** The longest time between the two presses of a double press, in milliseconds, as systems have it. */
const DOUBLE_PRESS_MS = 500;
/** How far apart the two presses may be, in pixels. */
const REACH_PX = 24;

interface Point {
  clientX: number;
  clientY: number;
}

/** Where the pointer was pressed last; null when a key has been pressed since. */
let lastPress: Point | null = null;
/** The press that changed what lies under the pointer, and when its second half is over. */
let guarded: (Point & { until: number }) | null = null;
let isWatching = false;

const isNear = (a: Point, b: Point) =>
  Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) <= REACH_PX;

function stopSecondPress(event: MouseEvent): void {
  // A click without a press comes from the keyboard.
  if (!guarded || event.detail === 0 || !isNear(event, guarded)) return;
  if (performance.now() > guarded.until) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function watchPresses(): void {
  if (isWatching) return;
  isWatching = true;
  const capture = { capture: true };
  addEventListener('pointerdown', (event) => void (lastPress = event), capture);
  addEventListener('keydown', () => void (lastPress = null), capture);
  addEventListener(
    'pointermove',
    (event) => {
      if (guarded && !isNear(event, guarded)) guarded = null;
    },
    { ...capture, passive: true },
  );
  addEventListener('mousedown', stopSecondPress, capture);
  addEventListener('click', stopSecondPress, capture);
}

/**
 * Ignores the second press of an accidental double press at the same place, for half a second, because the first press
 * opened or closed something and the second would hit what lies there now. Call it on every such change, and once
 * before the first, to start watching presses.
 */
export function ignoreAccidentalDoublePress(): void {
  watchPresses();
  if (!lastPress) return;
  const { clientX, clientY } = lastPress;
  guarded = { clientX, clientY, until: performance.now() + DOUBLE_PRESS_MS };
}
