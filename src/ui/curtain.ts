const TARGETS = 'a[href], button, input, select, textarea, summary';
/** Less of a target than this, in pixels, is no target: the same size as everywhere. */
const MIN_SEEN_PX = 44;

/**
 * Covers whole, while the page rests, each target of which less than 44 px would be seen above the bar `held` at its
 * bottom, by the bar's own ground (`--curtain` in theme.css). Returns a function that ends it.
 */
export function drawCurtain(held: HTMLElement): () => void {
  const draw = (height: number) => held.style.setProperty('--curtain', `${height}px`);
  const hide = () => draw(0);
  const settle = () => draw(measureCurtain(held));
  // What loads makes the page longer, and what is held higher; another screen changes both.
  const observer = new ResizeObserver(settle);
  observer.observe(document.body);
  observer.observe(held);
  addEventListener('scroll', hide);
  addEventListener('scrollend', settle);
  return () => {
    observer.disconnect();
    removeEventListener('scroll', hide);
    removeEventListener('scrollend', settle);
  };
}

/** How high the bar's ground has to reach above it, in pixels, so that no target is partly covered. */
function measureCurtain(held: HTMLElement): number {
  const bar = held.getBoundingClientRect();
  let end = bar.top;
  if (getComputedStyle(held).position !== 'sticky') return 0;
  // From the bar upwards, because what covers one target may cut the one above it.
  for (const target of [...document.querySelectorAll(TARGETS)].toReversed()) {
    const { top, bottom, left, right } = target.getBoundingClientRect();
    const isCut = top < end && bottom > end + 1 && end - top < MIN_SEEN_PX;
    if (isCut && left < bar.right && right > bar.left && !held.contains(target)) end = top;
  }
  return Math.ceil(bar.top - end);
}
