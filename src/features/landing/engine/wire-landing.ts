import { countLandedToday, formatLargeNumber } from '../model.ts';
import type { createExcerptPlayer, ExcerptPlayer } from './excerpt-player.ts';

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

/**
 * Wires the excerpt's button: loads the player, at the latest when it is pressed, and says so if that fails. Returns a
 * cleanup function.
 */
function wireExcerpt(root: HTMLElement): () => void {
  const toggle = root.querySelector<HTMLElement>('[data-toggle]')!;
  const failure = root.querySelector<HTMLElement>('[data-failure]')!;
  const wiring = new AbortController();
  const { signal } = wiring;
  let player: ExcerptPlayer | undefined;
  let loading: Promise<{ createExcerptPlayer: typeof createExcerptPlayer }> | undefined;

  const load = () =>
    (loading ??= import('./excerpt-player.ts').catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
  const press = async () => {
    if (toggle.hasAttribute('aria-busy')) return;
    toggle.setAttribute('aria-busy', 'true');
    const loaded = await load().catch(() => null);
    toggle.removeAttribute('aria-busy');
    failure.hidden = loaded !== null;
    if (!loaded || signal.aborted) return;
    player ??= loaded.createExcerptPlayer(root);
    player.toggle();
  };
  toggle.addEventListener('click', () => void press(), { signal });
  // Some browsers play sound only at once after the press, so the player is fetched as the person approaches it. If
  // that fails, the press says so.
  const preload = () => void load().catch(() => undefined);
  for (const approach of ['pointerenter', 'focusin'])
    root.addEventListener(approach, preload, { once: true, signal });
  root.querySelector('[data-controls]')?.classList.remove('invisible');
  return () => {
    wiring.abort();
    player?.dispose();
  };
}
