import path from 'node:path';
import autocannon from 'autocannon';
import { openDatabase } from '#server/db/connect.ts';
import type { BareServerOptions } from './bare-server.ts';
import {
  getMedian,
  readNumberOption,
  runBench,
  printLine,
  startBenchProcess,
  startSiteProcess,
} from './launch.ts';
import { SERVER_FLAGS } from './server-process.ts';

// npm run bench -- requests.bench.ts [--rounds 5]
// The requests that people make most, through the whole server, against bare node:http that sends the same statement to
// the same database and the same reply. Each serves from a process of its own; rounds alternate, and the median of their
// ratios is printed, because these machines are noisy.

const ROUNDS = readNumberOption('rounds', 5, 1);
const SECONDS = readNumberOption('seconds', 2, 1);
const CONNECTIONS = 32;
/**
 * The dashboard is to be had 400 times a second where the list was had 600 times before it was kept in memory; that list
 * gave 0.14 of what bare node:http gives (docs/decisions/070-published-in-memory.md).
 */
const DASHBOARD_SHARE = 0.14 * (400 / 600);

/** Requests made of a URL that ends with `*`: each has another number there. */
let requests = 0;
const numberRequest = (request: autocannon.Request): autocannon.Request => ({
  ...request,
  path: request.path?.replace('*', String((requests += 1))) ?? '/',
});

async function measureRate(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    duration: SECONDS,
    ...(url.endsWith('*') && { requests: [{ setupRequest: numberRequest }] }),
  });
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} refusals`);
  return result.requests.average;
}

await runBench(async (folder) => {
  const { url: databaseUrl, close } = await openDatabase({ dataDir: path.join(folder, 'data') });
  const site = await startSiteProcess({ databaseUrl, listens: 30 }, SERVER_FLAGS);
  const { url, cookie, content, statements } = site;
  const list = `${url}/api/contents?limit=20`;
  const me = `${url}/api/users/me`;
  const read = async (address: string) => (await fetch(address, { headers: { cookie } })).json();
  const order: BareServerOptions = {
    databaseUrl,
    replies: {
      '/list': { ...statements['/list'], body: await read(list) },
      '/me': { ...statements['/me'], body: await read(me) },
    },
  };
  const bare = await startBenchProcess<string>('bare-server.ts', order);
  const own = { cookie };
  // As browsers ask; the bare server compresses nothing.
  const compressed = { cookie, 'accept-encoding': 'gzip, deflate, br, zstd' };

  async function compare(
    name: string,
    [address, baseline]: readonly [string, string],
    promised: number,
    headers: Record<string, string> = own,
  ): Promise<boolean> {
    const rates: { ours: number; other: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const other = await measureRate(baseline, headers);
      rates.push({ ours: await measureRate(address, headers), other });
    }
    const ratio = getMedian(rates.map(({ ours, other }) => ours / other));
    const ours = getMedian(rates.map((one) => one.ours));
    const theirs = getMedian(rates.map(({ other }) => other));
    printLine(
      `${name}: ${ours.toFixed(0)}/s against ${theirs.toFixed(0)}/s, ratio ${ratio.toFixed(2)} (promised ${promised.toFixed(2)})`,
    );
    return ratio >= promised;
  }

  const dashboard = `${url}/api/dashboard?timeZone=Europe%2FParis`;
  const [bareList, bareMe] = [`${bare.told}/list`, `${bare.told}/me`];
  const results = [
    await compare('the list of 20 sessions, against bare node:http', [list, bareList], 0.85),
    await compare('the profile, against bare node:http', [me, bareMe], 0.85),
    await compare(
      'the dashboard, against bare node:http that sends the list',
      [dashboard, bareList],
      DASHBOARD_SHARE,
    ),
    await compare(
      'the state of the pass, against the list of 20 sessions',
      [`${url}/api/subscription-status`, list],
      1,
    ),
    // While nothing that it shows has changed within the minute.
    await compare(
      'the document of somebody signed in, against the list of 20 sessions',
      [`${url}/`, list],
      0.5,
      compressed,
    ),
    // It answers seven calls, the dashboard among them, and is rendered.
    await compare('the same, made anew each time', [`${url}/?number=*`, list], 0.08, compressed),
    await compare(
      'a shared session, against another public page',
      [`${url}/s/${content}`, `${url}/privacy`],
      0.4,
      {},
    ),
  ];
  await bare.stop();
  await site.stop();
  await close();
  return results.every(Boolean);
});
