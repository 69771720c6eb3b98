import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { createJobHandlers } from '#server/jobs.ts';
import { createMediaStore } from '#server/features/media/service.ts';
import { createLog } from '#server/log.ts';
import { runFuzz } from '#server/testing/fuzz/run-fuzz.ts';
import { isSmokeRun, readNumberOption, readOption, ROOT, runBench, printLine } from './launch.ts';
import { openSiteInProcess } from './site.ts';

// npm run prove:fuzz -- [--seed 1] [--count 100000] [--progress FILE]
// Generated requests of every operation of the OpenAPI document, as five kinds of people: nothing breaks, nothing is
// answered that is not declared, the log has no error, and no caller changes another person's row. Every operation must also
// have succeeded, but for those named below; one that chance has left undone is aimed at in the end. The same seed sends the
// same requests, as far as the replies they build on are the same. With a file of progress the requests may be sent in
// several runs, each with a seed of its own: what the runs before it did counts. SIGTERM ends a run early, with its report.

/** Operations that generated requests cannot do, or only by chance, and why. */
const OUT_OF_REACH: readonly [RegExp, string][] = [
  [
    /^POST \/api\/(?:auth\/(?:lock|reset|sign-up\/confirm|email\/confirm)|waitlist\/confirm|reminders\/(?:end|opened))$/,
    'takes the secret of a link, which only an e-mail has',
  ],
  [
    /^(?:POST|PATCH|DELETE) \/api\/auth\/(?:second-factor\/confirm$|passkeys(?:\/\{id\})?$)/,
    'takes an authenticator',
  ],
  [
    /^\w+ \/api\/auth\/(?:google|token-sync|firebase\/)/,
    'belongs to a provider of sign-in that is not set up here',
  ],
  [
    /^(?:GET|POST|PUT) \/api\/admin\/(?:generations\/|generations$|contents\/\{id\}\/narration(?:$|\/approval)|narration\/runs)/,
    'belongs to a model that is not set up here',
  ],
  [
    /^GET \/api\/(?:admin\/emails\/\{id\}|documents\/\{name\}|translations\/\{feature\}|users\/me\/export\/file)$/,
    'reads a file that is not there: e-mails are collected, the browser app is not built, and no export is large',
  ],
  [
    /^\w+ \/api\/(?:checkouts$|passes\/mine\/|sandbox\/|gifts(?:\/|$)|admin\/(?:people\/\{id\}\/passes\/sync$|gifts\/|passes\/\{id\}\/refund$|pricing\/withdrawals\/))/,
    'takes a purchase, begun at the price of that moment and paid by the same person',
  ],
  [
    /^(?:PUT|PATCH|DELETE) \/api\/admin\/(?:contents|programs?|program-order|pricing|uploads)(?:\/|-|$)/,
    'takes the present version of something in the studio, and a whole new one',
  ],
  [
    /^(?:GET \/api\/admin\/(?:overview|contents\/\{id\}\/version)|PUT \/api\/banners\/\{id\}\/dismissal)$/,
    'takes two dates in order, or an edit or a banner of the studio that is seldom made',
  ],
  [
    /^(?:POST|PUT|GET) \/api\/(?:admin\/)?support\/questions\//,
    'takes a question that waits, of three that one person may ask',
  ],
  [
    /^(?:DELETE \/api\/admin\/people\/\{id\}|POST \/api\/admin\/people\/\{id\}\/sign-out)$/,
    'is sent seldom, since it ends the sign-in of those who send the other requests',
  ],
  [
    /^(?:GET|DELETE) \/api\/cookie-consent\/\{id\}$|^POST \/api\/(?:ladder\/attempts|programs\/\{id\}\/events)$/,
    'names something that the same person made before',
  ],
];

const isOutOfReach = (name: string) => OUT_OF_REACH.some(([names]) => names.test(name));

const seed = readNumberOption('seed', 1);
const count = readNumberOption('count', 100_000, 300);
const progressFile = readOption('progress');

/** What several runs have done together. */
interface Progress {
  requests: number;
  done: string[];
}

async function readProgress(): Promise<Progress> {
  const none = '{"requests":0,"done":[]}';
  const read = progressFile ? readFile(progressFile, 'utf8').catch(() => none) : none;
  return JSON.parse(await read) as Progress;
}

const errors = new Set<string>();
const log = createLog({
  level: 'error',
  stream: { write: (line) => void errors.add(line.replace(/"time":\d+,|"reqId":"[^"]*",/g, '')) },
});
await runBench(async (folder) => {
  const site = await openSiteInProcess(
    { dataDir: folder },
    // The addresses in X-Forwarded-For are believed, so that each request has its own.
    {
      log,
      loadLimits: {},
      trustedProxies: ['127.0.0.1'],
      media: createMediaStore(path.join(folder, 'media')),
    },
  );
  const { app, database: pool, dependencies } = site;
  await importLibraryAndUpdateSearchIndex(pool.db, path.join(ROOT, 'content'));
  const base = await app.listen({ host: '127.0.0.1', port: 0 });
  const began = performance.now();
  let told = 0;
  let isOver = false;
  process.once('SIGTERM', () => (isOver = true));
  const report = await runFuzz({
    app,
    pool,
    base,
    seed,
    count,
    isOver: () => isOver,
    isAimedAt: (name) => !isSmokeRun && !isOutOfReach(name),
    runJobs: () => dependencies.jobs.runPending(createJobHandlers(dependencies)),
    onProgress: (done) => {
      if (done - told < 5000) return;
      told = done;
      printLine(`${done} requests`);
    },
  });
  await site.close();
  const { operations, statuses, faults } = report;
  const before = await readProgress();
  const requests = before.requests + report.requests;
  const done = [...new Set([...before.done, ...report.done])].toSorted();
  if (progressFile) await writeFile(progressFile, JSON.stringify({ requests, done }));
  const missing = report.neverDone.filter(({ name }) => !done.includes(name));
  const neverDone = missing.filter(({ name }) => !isOutOfReach(name));
  for (const fault of faults) printLine(`FAULT ${fault}`);
  for (const line of errors) printLine(`LOGGED ${line}`);
  for (const { name, refusals } of neverDone)
    printLine(`NEVER DONE ${name} ${JSON.stringify(refusals)}`);
  printLine(
    `seed ${seed}: ${requests} requests over ${operations} operations in ${Math.round((performance.now() - began) / 1000)} s, ` +
      `${JSON.stringify(statuses)}; never done: ${neverDone.length}, and ${missing.length - neverDone.length} out of reach; ${errors.size} kinds of errors in the log; ${faults.length} faults`,
  );
  return neverDone.length + errors.size + faults.length === 0;
});
