import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { PageToRender } from '#shared/rules/start-page.ts';

/** Renders a page to markup; null when the browser is to do it. */
export type RenderPage = (page: PageToRender) => string | null;

/** The share of the server's one thread that rendering may take, and for how long it may take all of it. */
const SHARE = 0.25;
const BURST_MS = 250;

/**
 * Loads the renderer that `vite build --ssr` made of src/render-page.tsx; a function that renders nothing when there is
 * no build.
 */
export async function loadRenderer(file: string): Promise<RenderPage> {
  if (!existsSync(file)) return () => null;
  const { renderPage } = (await import(pathToFileURL(file).href)) as { renderPage: RenderPage };
  return limitRendering(renderPage);
}

/**
 * Limits a renderer to a share of the processor's time, because it holds up all other requests: beyond it pages are
 * left to the browsers.
 */
export function limitRendering(render: RenderPage, now = () => performance.now()): RenderPage {
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
