import { navigate } from 'wouter/use-browser-location';
import { isOpenToAll } from '#shared/rules/route-table.ts';

/**
 * The pages of help are also prerendered, so their links are plain ones. Here they lead on within the app,
 * which needs no network.
 */
export function followPlainLinks(): void {
  addEventListener('click', (event) => {
    const isPlain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const link = event.target instanceof Element && event.target.closest('a');
    if (!isPlain || event.defaultPrevented || !link || link.target || link.hasAttribute('download'))
      return;
    // The same page in the other language is another document.
    if (link.origin !== location.origin || link.search || !isOpenToAll(link.pathname)) return;
    event.preventDefault();
    navigate(link.pathname + link.hash);
  });
}
