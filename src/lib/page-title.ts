import { useEffect } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';

/** Names the page in the browser's tab, history and to a screen reader. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT_NAME}`;
  }, [title]);
}
