import { type PageLoadMeasurement, measurePageLoad, MEASURED_PAGES } from './start-page.ts';
import { getMedian, readNumberOption, runBenchInBrowser, printLine } from './launch.ts';

// npm run bench -- start.bench.ts [--rounds 5]
// How long a signed-in person waits for their dashboard, the library and a session on a slow 4G with a processor 4 times
// slower, and what is sent until then.

const ROUNDS = readNumberOption('rounds', 5, 1);
const LIMITS = { paintMs: 2500, requests: 15 };

await runBenchInBrowser(async (browser, site) => {
  let isKept = true;
  for (const [name, page] of Object.entries(MEASURED_PAGES)) {
    const openings: PageLoadMeasurement[] = [];
    // The first one fills the server's own caches.
    for (let round = -1; round < ROUNDS; round++)
      openings.push(await measurePageLoad(browser, site, page));
    openings.shift();
    const of = (key: keyof PageLoadMeasurement) =>
      getMedian(openings.map((opening) => opening[key]));
    printLine(
      `${name}: paint ${(of('paintMs') / 1000).toFixed(2)} s (promised ${LIMITS.paintMs / 1000}), data ${(of('dataMs') / 1000).toFixed(2)} s, ` +
        `${of('requests')} requests (${LIMITS.requests}), ${of('twice')} sent twice (0), ${(of('bytes') / 1000).toFixed(0)} kB, shift ${of('shift').toFixed(3)}`,
    );
    isKept &&=
      of('paintMs') <= LIMITS.paintMs && of('requests') <= LIMITS.requests && of('twice') === 0;
  }
  return isKept;
});
