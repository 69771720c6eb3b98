const TARGETS = 'a[href], button, input, select, textarea, summary';
/** What is rendered only near the screen (`render-late-*` in theme.css): measuring something in it would render all of it. */
const LATE = '[class*=render-late]';
const MIN_SEEN_PX = 44;

const measure = (element: Element) => element.getBoundingClientRect();

/**
 * Covers whole, while the page rests, each target of which less than 44 px would be seen above `bar` at its
 * bottom, by the bar's own ground (`--curtain` in theme.css). Returns a function that ends it.
 */
export function coverPartlyHiddenTargets(bar: HTMLElement): () => void {
  const draw = (height: number) => bar.style.setProperty('--curtain', `${height}px`);
  const hide = () => draw(0);
  const settle = () => draw(measureCurtain(bar));
  // What loads makes the page longer, and what is held higher; another screen changes both. Only in the next frame: WebKit
  // reports as an error what changes a size while sizes are told of.
  const observer = new ResizeObserver(() => requestAnimationFrame(settle));
  observer.observe(document.body);
  observer.observe(bar);
  addEventListener('scroll', hide);
  addEventListener('scrollend', settle);
  return () => {
    observer.disconnect();
    removeEventListener('scroll', hide);
    removeEventListener('scrollend', settle);
  };
}

/**
 * How high the bar's ground has to reach above it, in pixels, so that no target is partly covered. Only on phones, where
 * one column ends there; never over a target that is whole.
 */
function measureCurtain(held: HTMLElement): number {
  const bar = measure(held).top;
  if (innerWidth >= 900 || held.offsetHeight === 0 || getComputedStyle(held).position !== 'sticky')
    return 0;
  const isNear = ({ top, bottom }: DOMRect) => top < bar && bottom > bar - MIN_SEEN_PX;
  const near = [...document.querySelectorAll(TARGETS)]
    .filter((target) => !held.contains(target) && isNear(measure(target.closest(LATE) ?? target)))
    .map(measure)
    .filter(isNear);
  const cut = near.filter(({ top, bottom }) => bottom > bar + 1 && bar - top < MIN_SEEN_PX);
  const end = Math.min(bar, ...cut.map(({ top }) => top));
  const isOverWhole = near.some(({ bottom }) => bottom <= bar + 1 && bottom > end);
  return isOverWhole ? 0 : Math.ceil(bar - end);
}
