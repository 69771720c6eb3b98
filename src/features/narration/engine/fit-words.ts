/** Captions never become smaller than the text of a page, in pixels. */
const MIN_FONT_PX = 17;
/** The room above and below the words, and what rounding takes, in pixels. */
const MARGIN_PX = 12;
/** How much smaller each try is. */
const STEP = 0.94;

/**
 * Keeps the present sentence of the captions whole within `box`: scrolls to it, and makes the words smaller only where
 * one sentence is higher than the box.
 */
export function fitCurrentSentence(box: HTMLElement): void {
  const words = box.querySelector<HTMLElement>('[data-captions]');
  if (!words) return;
  words.style.fontSize = '';
  const present = findPresentWords(words);
  let size = Number.parseFloat(getComputedStyle(words).fontSize);
  const room = box.clientHeight - MARGIN_PX;
  while (size > MIN_FONT_PX && measure(present).height > room) {
    size = Math.max(MIN_FONT_PX, size * STEP);
    words.style.fontSize = `${size}px`;
  }
  box.scrollTop = 0;
  // With the room above and below the words, which is the box's own.
  const isCut = box.scrollHeight > box.clientHeight + 1;
  box.toggleAttribute('data-cut', isCut);
  if (!isCut) return;
  box.scrollTop = measure(present).top - measure(box).top - MARGIN_PX / 3;
  // What is before and after fades beside the present sentence.
  const { top } = measure(box);
  box.style.setProperty('--present-start', `${Math.floor(measure(present).top - top)}px`);
  box.style.setProperty('--present-end', `${Math.ceil(measure(present).bottom - top)}px`);
}

const measure = (element: Element) => element.getBoundingClientRect();

/** What is said or heard now; between two sentences the one before, and the first before anything is said. */
function findPresentWords(words: HTMLElement): Element {
  const past = words.querySelectorAll('[data-state=past]');
  return (
    words.querySelector('[data-sound]') ??
    words.querySelector('[data-state=now]') ??
    past.item(past.length - 1) ??
    words.firstElementChild ??
    words
  );
}
