import { countLandedToday, formatLargeNumber } from '../model.ts';
import { wireExcerpt } from '../components/excerpt-player.ts';

/**
 * Wires the landing page's complete markup: the landing counter and the excerpt. Used by the prerendered page and the
 * app. Returns a cleanup function.
 */
export function wireLanding(root: ParentNode): () => void {
  const landed = root.querySelector<HTMLElement>('[data-landed]');
  const excerpt = root.querySelector<HTMLElement>('[data-excerpt]');
  if (!landed || !excerpt) return () => undefined;
  const language = document.documentElement.lang;
  const write = () =>
    (landed.textContent = formatLargeNumber(countLandedToday(new Date()), language));
  write();
  root.querySelector('[data-landed-line]')?.classList.remove('invisible');
  // With reduced motion the counter does not tick.
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const ticking = still ? undefined : setInterval(write, 3000);
  const stop = wireExcerpt(excerpt);
  return () => {
    clearInterval(ticking);
    stop();
  };
}
