import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { PageToRender } from '#shared/rules/start-page.ts';

/** Renders a page to HTML; null when the browser is to render it. */
export type PageRenderer = (page: PageToRender) => string | null;

/** Share of the server's only thread that rendering may take, and for how long it may take all of it. */
const SHARE = 0.25;
const BURST_MS = 250;

/**
 * Loads the renderer that `vite build --ssr` made of src/render-page.tsx, limited by `createLimitedRenderer`; without a build,
 * a function that always returns null.
 */
export async function loadLimitedRenderer(modulePath: string): Promise<PageRenderer> {
  if (!existsSync(modulePath)) return () => null;
  const { renderPage } = (await import(pathToFileURL(modulePath).href)) as {
    renderPage: PageRenderer;
  };
  return createLimitedRenderer(renderPage);
}

/**
 * Limits a renderer to a quarter of the processor's time, after a burst of 250 ms, because rendering blocks all other
 * requests; beyond that it returns null, and the browser renders.
 */
export function createLimitedRenderer(
  render: PageRenderer,
  now = () => performance.now(),
): PageRenderer {
  let allowanceMs = BURST_MS;
  let last = now();
  return (page) => {
    const began = now();
    allowanceMs = Math.min(BURST_MS, allowanceMs + SHARE * (began - last));
    last = began;
    if (allowanceMs <= 0) return null;
    try {
      return render(page);
    } finally {
      allowanceMs -= now() - began;
    }
  };
}
