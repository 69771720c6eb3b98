import path from 'node:path';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { loadLimitedRenderer } from '#server/pages/render.ts';
import { listFirstApiCalls } from '#shared/rules/first-calls.ts';
import { getMedian, getPercentile, readNumberOption, ROOT, runBench, printLine } from './launch.ts';
import { openSiteInProcess } from './site.ts';

// How long the server's one thread is busy with rendering a start page, which holds up every other request.

const ROUNDS = readNumberOption('rounds', 200, 3);
const LIMIT_MS = 20;
const timeZone = 'Europe/Paris';

await runBench(async (dataDir) => {
  const { app, database, createPerson, close } = await openSiteInProcess({ dataDir });
  await importLibraryAndUpdateSearchIndex(database.db, path.join(ROOT, 'content'));
  const person = await createPerson({ timeZone });
  const headers = { cookie: person.cookie() };
  const { items } = (await person.call('GET /api/contents')).body;
  let slowest = 0;
  for (const address of ['/', '/content-library', `/content/${items[0]?.id}`]) {
    const replies: Record<string, unknown> = {};
    for (const url of listFirstApiCalls(address, 'pass', timeZone).urls)
      replies[url] = JSON.parse((await app.inject({ url, headers })).payload);
    const times: number[] = [];
    let size = 0;
    for (let round = 0; round < ROUNDS; round++) {
      // Of its own each time, so that no limit on how much is rendered counts.
      const render = await loadLimitedRenderer(path.join(ROOT, 'dist/ssr/render-page.js'));
      const began = performance.now();
      const html = render({ path: address, language: 'en', replies, at: new Date(), timeZone });
      times.push(performance.now() - began);
      if (html === null) throw new Error(`${address} was not rendered`);
      size = html.length;
    }
    slowest = Math.max(slowest, getMedian(times));
    printLine(
      `${address.replace(/[0-9a-f-]{36}/, ':id')}: median ${getMedian(times).toFixed(1)} ms, 95th of 100 ${getPercentile(times, 0.95).toFixed(1)} ms, the first ${(times[0] ?? 0).toFixed(0)} ms, ${(size / 1000).toFixed(0)} kB of markup`,
    );
  }
  printLine(`promised: a median of at most ${LIMIT_MS} ms`);
  await close();
  return slowest <= LIMIT_MS;
});
