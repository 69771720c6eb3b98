import { type ChildProcess, fork } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { openDatabase } from '#server/db/connect.ts';
import { SERVER_FLAGS } from './server-process.ts';

// The requests that people make most, through the whole server, against bare node:http that sends the same statement to
// the same database and the same reply. Each serves from a process of its own; rounds alternate, and the median of their
// ratios is printed, because these machines are noisy.

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 32;
/**
 * The dashboard is to be had 400 times a second where the list was had 600 times before it was kept in memory; that list
 * gave 0.14 of what bare node:http gives (docs/decisions/070-published-in-memory.md).
 */
const DASHBOARD_SHARE = 0.14 * (400 / 600);

/** The document answers seven calls, the dashboard among them, and is rendered. */
const NEW_DOCUMENT_SHARE = 0.08;
/** The document while nothing that it shows has changed within the minute. */
const DOCUMENT_SHARE = 0.5;

/** What bare node:http answers with. */
export interface BareReply {
  text: string;
  params: unknown[];
  body: unknown;
}

interface OurServer {
  url: string;
  cookie: string;
  content: string;
  statements: Record<'/list' | '/me', Omit<BareReply, 'body'>>;
}

async function startServer<Told>(script: string, databaseUrl: string, flags: string[] = []) {
  const file = path.join(import.meta.dirname, script);
  const execArgv = [...process.execArgv, ...flags];
  const child: ChildProcess = fork(file, [databaseUrl], { execArgv });
  const told = await new Promise<Told>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Told));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  return { child, told };
}

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

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** What is compared: its rate as a share of the baseline's, and the share that was promised. */
interface Comparison {
  name: string;
  url: string;
  baseline: string;
  promised: number;
}

async function compare(
  { name, url, baseline, promised }: Comparison,
  headers: Record<string, string>,
): Promise<boolean> {
  const rates: { ours: number; baseline: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await measureRate(baseline, headers);
    rates.push({ ours: await measureRate(url, headers), baseline: before });
  }
  const ratio = median(rates.map(({ ours, baseline: other }) => ours / other));
  const ours = median(rates.map((one) => one.ours));
  const other = median(rates.map((one) => one.baseline));
  process.stdout.write(
    `  ${name}: ${ours.toFixed(0)}/s against ${other.toFixed(0)}/s, ratio ${ratio.toFixed(2)} (promised ${promised.toFixed(2)})\n`,
  );
  return ratio >= promised;
}

async function run(): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'envol-bench-'));
  // The account that the engine runs as must be able to enter it.
  await chmod(folder, 0o755);
  const database = await openDatabase({ dataDir: folder });
  const children: ChildProcess[] = [];
  try {
    const ours = await startServer<OurServer>('requests-server.ts', database.url, SERVER_FLAGS);
    children.push(ours.child);
    const bare = await startServer<{ url: string }>('bare-server.ts', database.url);
    children.push(bare.child);
    const { url, cookie, content, statements } = ours.told;
    const headers = { cookie };
    // As browsers ask; the bare server compresses nothing.
    const compressed = { cookie, 'accept-encoding': 'gzip, deflate, br, zstd' };
    const list = `${url}/api/contents?limit=20`;
    const me = `${url}/api/users/me`;
    const dashboard = `${url}/api/dashboard?timeZone=Europe%2FParis`;
    const read = async (address: string) => (await fetch(address, { headers })).json();
    bare.child.send({
      '/list': { ...statements['/list'], body: await read(list) },
      '/me': { ...statements['/me'], body: await read(me) },
    });
    const base = bare.told.url;
    const inTime = [
      await compare(
        {
          name: 'the list of 20 sessions, against bare node:http',
          url: list,
          baseline: `${base}/list`,
          promised: 0.85,
        },
        headers,
      ),
      await compare(
        {
          name: 'the profile, against bare node:http',
          url: me,
          baseline: `${base}/me`,
          promised: 0.85,
        },
        headers,
      ),
      await compare(
        {
          name: 'the dashboard, against bare node:http that sends the list',
          url: dashboard,
          baseline: `${base}/list`,
          promised: DASHBOARD_SHARE,
        },
        headers,
      ),
      await compare(
        {
          name: 'the state of the pass, against the list of 20 sessions',
          url: `${url}/api/subscription-status`,
          baseline: list,
          promised: 1,
        },
        headers,
      ),
      await compare(
        {
          name: 'the document of somebody signed in, against the list of 20 sessions',
          url: `${url}/`,
          baseline: list,
          promised: DOCUMENT_SHARE,
        },
        compressed,
      ),
      await compare(
        {
          name: 'the same, made anew each time',
          url: `${url}/?number=*`,
          baseline: list,
          promised: NEW_DOCUMENT_SHARE,
        },
        compressed,
      ),
      await compare(
        {
          name: 'a shared session, against another public page',
          url: `${url}/s/${content}`,
          baseline: `${url}/privacy`,
          promised: 0.4,
        },
        {},
      ),
    ];
    return inTime.every(Boolean);
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = (await run()) ? 0 : 1;
