import { countLandedToday, formatLargeNumber } from '../model.ts';

/**
 * Wires the landing counter in the page's complete markup. Used by the prerendered page and the app. Returns a cleanup
 * function.
 */
export function wireLanding(root: ParentNode): () => void {
  const landed = root.querySelector<HTMLElement>('[data-landed]');
  if (!landed) return () => undefined;
  const language = document.documentElement.lang;
  const write = () =>
    (landed.textContent = formatLargeNumber(countLandedToday(new Date()), language));
  write();
  root.querySelector('[data-landed-line]')?.classList.remove('invisible');
  // With reduced motion the counter does not tick.
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const ticking = still ? undefined : setInterval(write, 3000);
  return () => clearInterval(ticking);
}
