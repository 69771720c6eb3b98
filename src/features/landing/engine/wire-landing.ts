import { whenIdle } from '#web/lib/idle.ts';
import { wirePrices } from './wire-prices.ts';
import { countLandedToday, formatLargeNumber } from '../model.ts';

/**
 * Wires the landing page's complete markup, and says goodbye to whoever deleted their account. Used by the prerendered page and
 * the app. Returns a cleanup function.
 */
export function wireLanding(root: ParentNode): () => void {
  sayGoodbye(root.querySelector<HTMLElement>('[data-goodbye]'));
  const stops = [wireCounter(root), wirePrices(root)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Has the number of landings grow. */
function wireCounter(root: ParentNode): () => void {
  const landed = root.querySelector<HTMLElement>('[data-landed]');
  if (!landed) return () => undefined;
  const language = document.documentElement.lang;
  const write = () =>
    (landed.textContent = formatLargeNumber(countLandedToday(new Date()), language));
  let ticking: ReturnType<typeof setInterval> | undefined;
  let isOver = false;
  // Not among what the page begins with: the first figure that a browser formats takes it long.
  whenIdle(() => {
    if (isOver) return;
    write();
    root.querySelector('[data-landed-line]')?.classList.remove('invisible');
    // With reduced motion the counter does not tick.
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) ticking = setInterval(write, 3000);
  });
  return () => {
    isOver = true;
    clearInterval(ticking);
  };
}

/** Shows the goodbye where the address asks for it, once: a reload does not say it again. */
function sayGoodbye(text: HTMLElement | null): void {
  const address = new URL(location.href);
  if (!text || !address.searchParams.has('goodbye')) return;
  address.searchParams.delete('goodbye');
  history.replaceState(history.state, '', address);
  text.hidden = false;
  text.focus();
}
