import path from 'node:path';
import { importContent } from '#server/content.ts';
import { loadRenderer } from '#server/pages/render.ts';
import { listFirstCalls } from '#shared/rules/first-calls.ts';
import type { PageToRender } from '#shared/rules/start-page.ts';
import { openSite } from './site.ts';

// How long the server's one thread is busy with rendering a start page, which holds up every other request.

const ROOT = path.join(import.meta.dirname, '..');
const ROUNDS = 200;
const LIMIT_MS = 20;
const timeZone = 'Europe/Paris';

const site = await openSite();
let isWithinLimit = true;
try {
  await importContent(site.database.db, path.join(ROOT, 'content'));
  const person = await site.person('traveller@example.org');
  const { items } = (await person.call('GET /api/contents')).body;
  for (const address of ['/', '/content-library', `/content/${items[0]?.id}`]) {
    const page = await preparePage(address, person.cookie());
    const times: number[] = [];
    let size = 0;
    for (let round = 0; round < ROUNDS; round++) {
      // Of its own each time, so that no limit on how much is rendered counts.
      const render = await loadRenderer(path.join(ROOT, 'dist/ssr/render-page.js'));
      const began = performance.now();
      const html = render(page);
      times.push(performance.now() - began);
      if (html === null) throw new Error(`${address} was not rendered`);
      size = html.length;
    }
    const sorted = times.toSorted((a, b) => a - b);
    const at = (part: number) => sorted[Math.floor(part * ROUNDS)] ?? 0;
    isWithinLimit &&= at(0.5) <= LIMIT_MS;
    process.stdout.write(
      `  ${address.replace(/[0-9a-f-]{36}/, ':id')}: median ${at(0.5).toFixed(1)} ms, 95th of 100 ${at(0.95).toFixed(1)} ms, the first ${(times[0] ?? 0).toFixed(0)} ms, ${(size / 1000).toFixed(0)} kB of markup\n`,
    );
  }
  process.stdout.write(`  promised: a median of at most ${LIMIT_MS} ms\n`);
} finally {
  await site.close();
}
process.exitCode = isWithinLimit ? 0 : 1;

/** Gathers what the server renders a page from, as it does for a request. */
async function preparePage(address: string, cookie: string): Promise<PageToRender> {
  const { urls } = listFirstCalls(address, 'pass', timeZone);
  const replies = await Promise.all(
    urls.map(async (url) => {
      const { payload } = await site.app.inject({ url, headers: { cookie } });
      return [url, JSON.parse(payload) as unknown] as const;
    }),
  );
  return {
    path: address,
    language: 'en',
    replies: Object.fromEntries(replies),
    at: new Date(),
    timeZone,
  };
}
