import { landedToday, largeFigure } from '../model.ts';
import { playExcerpt } from './excerpt-player.ts';

/**
 * Brings the landing page to life on markup that already says everything: the count of the day's landings and the
 * excerpt. The prerendered page and the app use the same lines. Returns how to undo it.
 */
export function wireLanding(root: ParentNode): () => void {
  const landed = root.querySelector<HTMLElement>('[data-landed]');
  const excerpt = root.querySelector<HTMLElement>('[data-excerpt]');
  if (!landed || !excerpt) return () => undefined;
  const language = document.documentElement.lang;
  const write = () => (landed.textContent = largeFigure(landedToday(new Date()), language));
  write();
  root.querySelector('[data-landed-line]')?.classList.remove('invisible');
  // Under reduced motion the figure stands still until the page is opened again.
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const ticking = still ? undefined : setInterval(write, 3000);
  const stop = playExcerpt(excerpt);
  return () => {
    clearInterval(ticking);
    stop();
  };
}
