import { navigate } from 'wouter/use-browser-location';
import { isPublicPath } from '#shared/rules/route-table.ts';

/**
 * Turns clicks on plain links into client-side navigation, which needs no network. The help pages use plain links
 * because they are also prerendered.
 */
export function interceptPlainLinks(): void {
  addEventListener('click', (event) => {
    const isPlain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const link = event.target instanceof Element && event.target.closest('a');
    if (!isPlain || event.defaultPrevented || !link || link.target || link.hasAttribute('download'))
      return;
    // The same page in the other language is a separate document, so it is loaded normally.
    if (link.origin !== location.origin || link.search || !isPublicPath(link.pathname)) return;
    event.preventDefault();
    navigate(link.pathname + link.hash);
  });
}
