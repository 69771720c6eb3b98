import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import type { SiteServerOptions, SiteReadyMessage } from './site-server.ts';

/** The checkout. */
export const ROOT = path.join(import.meta.dirname, '..');
const CHROMIUM = new URL('../scripts/chromium.mjs', import.meta.url).href;
/** Whether the bench only shows that it runs: the least of everything, and limits that are printed and not held. */
export const isSmokeRun = process.argv.includes('--smoke');

export const printLine = (line: string) => void process.stdout.write(`  ${line}\n`);

/** Returns what follows an option of the command line. */
export function readOption(name: string): string | undefined {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? undefined : process.argv[index + 1];
}

/** Reads a number of the command line, such as `--rounds 3`; without it `usual`, and with `--smoke` `least`. */
export const readNumberOption = (name: string, usual: number, least = usual) =>
  Number(readOption(name) ?? (isSmokeRun ? least : usual));

/** Returns the value that a share of them do not exceed; 0 of none. */
export function getPercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
export const getMedian = (values: readonly number[]) => getPercentile(values, 0.5);

export async function runBench(run: (folder: string) => Promise<boolean>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'envol-bench-'));
  // The account that the database engine runs as must be able to enter it.
  await chmod(folder, 0o755);
  try {
    process.exitCode = (await run(folder)) || isSmokeRun ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Starts a module of this folder as a process; resolves to what it tells once it is ready, and to what stops it. */
export async function startBenchProcess<Told>(
  script: string,
  order: unknown,
  flags: string[] = [],
) {
  const child = fork(path.join(import.meta.dirname, script), [JSON.stringify(order)], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'test' },
    execArgv: [...process.execArgv, ...flags],
  });
  const ended = once(child, 'exit');
  const told = await new Promise<Told>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Told));
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { child, told, stop };
}

/** Starts the built site, with a person who has practised, as a process of its own. */
export async function startSiteProcess(order: SiteServerOptions, flags?: string[]) {
  const { told, stop } = await startBenchProcess<SiteReadyMessage>('site-server.ts', order, flags);
  return { ...told, stop };
}
export type SiteProcess = Awaited<ReturnType<typeof startSiteProcess>>;

/** Lists a person's cookies as a browser takes them. */
export const parseCookies = ({ cookie, url }: Pick<SiteReadyMessage, 'cookie' | 'url'>) =>
  cookie.split('; ').map((one) => {
    const [name = '', ...value] = one.split('=');
    return { name, value: value.join('='), url };
  });

export const PHONE_CONTEXT = {
  viewport: { width: 390, height: 844 },
  locale: 'en-GB',
  timezoneId: 'Europe/Paris',
};
/** How much slower than this machine's a phone's processor is taken to be. */
export const CPU_SLOWDOWN = 4;
export const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};
const SANDBOX_FLAGS = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const NO_DRAWING_FLAGS = ['--disable-gpu'];
export const BROWSER_FLAGS = [...NO_DRAWING_FLAGS, ...SANDBOX_FLAGS];

/** Options of one that draws WebGL by its processor. */
export const SOFTWARE_DRAWING_FLAGS = [
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];

export async function findBrowser(): Promise<string> {
  const { ensureChromium } = (await import(CHROMIUM)) as { ensureChromium: () => string };
  const found = ensureChromium();
  if (!found) throw new Error('the bench needs Chromium or Chrome');
  return found;
}

/** Runs a bench with a site and a browser, both of which it ends. */
export async function runBenchInBrowser(
  run: (browser: Browser, site: SiteProcess) => Promise<boolean>,
  flags = NO_DRAWING_FLAGS,
  order: Omit<SiteServerOptions, 'dataDir'> = {},
): Promise<void> {
  await runBench(async (folder) => {
    const site = await startSiteProcess({ ...order, dataDir: folder });
    const executablePath = await findBrowser();
    const args = [...flags, ...SANDBOX_FLAGS];
    const browser = await chromium.launch({ executablePath, args });
    try {
      return await run(browser, site);
    } finally {
      await browser.close();
      await site.stop();
    }
  });
}
