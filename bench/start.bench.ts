import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { type Opening, openPage, PAGES, type Site } from './start-page.ts';

// How long somebody who is signed in waits for their dashboard, the library and a session on a slow 4G with a
// processor 4 times slower, and what is sent until then: this checkout against another version of it, named by
// BASELINE. Loads alternate, and the medians are printed, because these machines are noisy.

const BASELINE = process.env['BASELINE'] ?? '65bd4fc';
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const LIMITS = { paintMs: 2500, requests: 15, shellKb: 117 };
const CHROMIUM = new URL('../scripts/chromium.mjs', import.meta.url).href;
const ROOT = path.join(import.meta.dirname, '..');
const FOLDER = await mkdtemp(path.join(tmpdir(), 'envol-start-'));
const BEFORE = path.join(FOLDER, 'before');

const run = (cwd: string, ...args: string[]) =>
  execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] });
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, stdio: 'ignore' });

/** Checks out and builds the baseline version, with this version's packages. */
async function checkOutBaseline(): Promise<void> {
  git('worktree', 'add', '--detach', BEFORE, BASELINE);
  await symlink(path.join(ROOT, 'node_modules'), path.join(BEFORE, 'node_modules'));
  await copyFile(
    path.join(import.meta.dirname, 'start-server.ts'),
    path.join(BEFORE, 'bench/start-server.ts'),
  );
  const build = `(await import('./scripts/build.mjs')).build(process.execPath).then((ok) => process.exit(ok ? 0 : 1))`;
  run(BEFORE, '--input-type=module', '--eval', build);
}

const servers: ChildProcess[] = [];

/** Starts the built site of a checkout with a signed-in person. */
function startSite(checkout: string): Promise<Site> {
  const server = fork('bench/start-server.ts', {
    cwd: checkout,
    env: { ...process.env, NODE_ENV: 'test' },
  });
  servers.push(server);
  return new Promise((resolve, reject) => {
    server.once('message', (site) => resolve(site as Site));
    server.once('exit', (code) =>
      reject(new Error(`the server of ${checkout} ended with ${code}`)),
    );
  });
}

/** Stops the servers and waits until they have exited. */
async function stopServers(): Promise<void> {
  for (const server of servers) {
    if (server.exitCode !== null) continue;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
}

/** Reads the size of the signed-in shell from the checkout's own budget check, in kB. */
function readShellSize(checkout: string): string {
  try {
    return (
      run(checkout, 'scripts/check-budgets.ts').match(
        /[\d.]+(?= of \d+ kB {2}signed-in shell)/,
      )?.[0] ?? '?'
    );
  } catch (error) {
    const said = String((error as { stdout?: unknown }).stdout);
    return said.match(/[\d.]+(?= of \d+ kB {2}signed-in shell)/)?.[0] ?? '?';
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const computeMedian = (openings: Opening[], key: keyof Opening) =>
  median(openings.map((one) => one[key]));

function formatFigures(openings: Opening[]): string {
  const of = (key: keyof Opening) => computeMedian(openings, key);
  return [
    `paint ${(of('paintMs') / 1000).toFixed(2)} s`,
    `data ${(of('dataMs') / 1000).toFixed(2)} s`,
    `${of('requests')} requests`,
    `${(of('bytes') / 1000).toFixed(0)} kB`,
    `${of('twice')} sent twice`,
    `shift ${of('shift').toFixed(3)}`,
  ].join(', ');
}

async function comparePages(browser: Browser, sites: readonly [Site, Site]): Promise<boolean> {
  let kept = true;
  for (const name of Object.keys(PAGES) as (keyof typeof PAGES)[]) {
    const openings: [Opening[], Opening[]] = [[], []];
    for (let round = -1; round < ROUNDS; round++)
      for (const [index, site] of sites.entries()) {
        const opening = await openPage(browser, site, PAGES[name]);
        // The first of each fills the server's own caches.
        if (round >= 0) openings[index]?.push(opening);
      }
    const [before, after] = openings;
    process.stdout.write(
      `  ${name}\n    before: ${formatFigures(before)}\n    after:  ${formatFigures(after)}\n`,
    );
    kept &&=
      computeMedian(after, 'paintMs') <= LIMITS.paintMs &&
      computeMedian(after, 'requests') <= LIMITS.requests &&
      computeMedian(after, 'twice') === 0;
  }
  return kept;
}

let browser: Browser | undefined;
let isWithinLimits = false;
try {
  process.stdout.write(`  building ${BASELINE}\n`);
  await checkOutBaseline();
  const sites = [await startSite(BEFORE), await startSite(ROOT)] as const;
  const { ensureChromium } = (await import(CHROMIUM)) as {
    ensureChromium: () => string | undefined;
  };
  const executablePath = ensureChromium();
  if (!executablePath) throw new Error('the bench needs Chromium or Chrome');
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  browser = await chromium.launch({ executablePath, args: ['--disable-gpu', ...asRoot] });
  const arePagesKept = await comparePages(browser, sites);
  const shell = readShellSize(ROOT);
  isWithinLimits = arePagesKept && Number(shell) <= LIMITS.shellKb;
  process.stdout.write(
    `  signed-in shell, one language: before ${readShellSize(BEFORE)} kB, after ${shell} kB\n`,
  );
  process.stdout.write(
    `  promised: largest paint with data within ${LIMITS.paintMs / 1000} s, at most ${LIMITS.requests} requests before it, nothing sent twice, a shell of at most ${LIMITS.shellKb} kB\n`,
  );
} finally {
  await browser?.close();
  await stopServers();
  await rm(FOLDER, { recursive: true, force: true });
  git('worktree', 'prune');
}
process.exitCode = isWithinLimits ? 0 : 1;
