import { useEffect } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';
import { recordShownPage } from './shown-page.ts';

/**
 * Sets the document's title to `title` and the product's name; the tab, the history and screen readers use it. With
 * `isThere` false the page is still loading, or leads on at once: its title stands in the tab, and the page is not
 * reported.
 */
export function usePageTitle(title: string, isThere = true): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
    if (isThere) recordShownPage({ path: location.pathname, title: document.title });
  }, [title, isThere]);
}
