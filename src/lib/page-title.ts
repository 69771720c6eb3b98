import { useEffect } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';

/** Sets the document's title to `title` and the product's name; the tab, the history and screen readers use it. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
}
