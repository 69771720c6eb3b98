/**
 * Asks again for the first script of the document (public/first.js) if it did not come: it applies the theme, and asks
 * again for styles that did not come.
 */
export function retryFirstScriptIfMissing(): void {
  if ('first' in document.documentElement.dataset) return;
  const script = document.createElement('script');
  script.src = '/first.js';
  document.head.append(script);
}
