import type { attachExcerptPlayer, ExcerptPlayer } from './excerpt-player.ts';

/**
 * Attaches the behaviour to the markup of excerpt.tsx: the player is loaded when a pointer or the focus comes near, at
 * the latest when its button is pressed, and a message is shown if that fails. Used by prerendered pages and the app.
 * Returns a cleanup function.
 */
export function attachExcerpt(root: HTMLElement): () => void {
  const toggle = root.querySelector<HTMLElement>('[data-toggle]')!;
  const failure = root.querySelector<HTMLElement>('[data-failure]')!;
  const wiring = new AbortController();
  const { signal } = wiring;
  let player: ExcerptPlayer | undefined;
  let loading: Promise<{ attachExcerptPlayer: typeof attachExcerptPlayer }> | undefined;

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
    player ??= loaded.attachExcerptPlayer(root);
    player.toggle();
  };
  toggle.addEventListener('click', () => void press(), { signal });
  root.querySelector('[data-silence]')?.addEventListener(
    'click',
    () => {
      root.dataset['silent'] = '';
      toggle.click();
    },
    { signal },
  );
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
