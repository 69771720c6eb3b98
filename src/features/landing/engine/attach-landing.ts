import { runWhenIdle } from '#web/lib/idle.ts';
import { deviceStorage } from '#web/lib/storage.ts';
import { attachLandingPrices } from './attach-landing-prices.ts';
import { estimateLandedInOwnDay, groupDigits } from '../model.ts';

/**
 * Attaches the behaviour to the landing page's complete markup: the counter, the prices, and the goodbye message after
 * an account was erased. Used by the prerendered page and the app. Returns a cleanup function.
 */
export function attachLanding(root: ParentNode): () => void {
  sayGoodbye(root.querySelector<HTMLElement>('[data-goodbye]'));
  nameCard(root.querySelector<HTMLElement>('[data-card]'));
  const stops = [wireCounter(root), attachLandingPrices(root)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Names the card of the night before on a device that has one: in the morning it is what somebody comes back for. */
function nameCard(link: HTMLElement | null): void {
  if (!link || deviceStorage.read('envol-tonight') === null) return;
  link.lastElementChild!.textContent = link.dataset['card'] ?? '';
}

/** Updates the number of landings every three seconds. */
function wireCounter(root: ParentNode): () => void {
  const landed = root.querySelector<HTMLElement>('[data-landed]');
  if (!landed) return () => undefined;
  const separator = landed.dataset['landed'] ?? '';
  const write = () =>
    (landed.textContent = groupDigits(estimateLandedInOwnDay(new Date()), separator));
  let ticking: ReturnType<typeof setInterval> | undefined;
  let isOver = false;
  // Not among what the page begins with.
  runWhenIdle(() => {
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
