import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { createClient, createListener } from './listener.ts';
import { endServer, startServer } from './server-process.ts';

// node bench/stall.bench.ts [--pages 50]
// A server that stands still for two seconds (a suspended or busy machine) while its only visitor opens a page: each
// page comes whole, with its scripts, its styles and its data. Needs a built site.

const STALL_MS = 2000;
const TIMEOUT_MS = 30_000;
const CHROMIUM = new URL('../scripts/chromium.mjs', import.meta.url).href;

const { values } = parseArgs({ options: { pages: { type: 'string', default: '50' } } });

interface Visit {
  path: string;
  /** Replies of 500 and above, and requests that broke. */
  refused: string[];
  isWhole: boolean;
}

const folder = await mkdtemp(path.join(tmpdir(), 'envol-stall-'));
await chmod(folder, 0o755);
const { findHeadlessShell, ensureChromium } = (await import(CHROMIUM)) as Record<
  string,
  () => string
>;
const browser = await chromium.launch({
  executablePath: findHeadlessShell?.() ?? ensureChromium?.() ?? '',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const server = await startServer(folder);
  const { call, getCookie } = createClient(server);
  await createListener(call);
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await context.addCookies(
    getCookie()
      .split('; ')
      .map((pair) => ({
        name: pair.slice(0, pair.indexOf('=')),
        value: pair.slice(pair.indexOf('=') + 1),
        url: server.base,
      })),
  );
  const visits: Visit[] = [];
  for (let index = 0; index < Number(values.pages); index++) {
    const page = await context.newPage();
    const refused: string[] = [];
    page.on(
      'response',
      (reply) => void (reply.status() >= 500 && refused.push(`${reply.status()} ${reply.url()}`)),
    );
    page.on('requestfailed', (request) => void refused.push(`broke: ${request.url()}`));
    const where = ['/', '/content-library', '/ladder'][index % 3] ?? '/';
    const opening = page.goto(`${server.base}${where}`, {
      waitUntil: 'commit',
      timeout: TIMEOUT_MS,
    });
    // At another moment of the navigation each time.
    await delay(Math.random() * 300);
    server.child.kill('SIGSTOP');
    await delay(STALL_MS);
    server.child.kill('SIGCONT');
    const isWhole = await opening
      .then(() => page.locator('main h1').first().waitFor({ timeout: TIMEOUT_MS }))
      .then(() =>
        page.evaluate(
          () =>
            [...document.styleSheets].length > 0 &&
            document.querySelectorAll('link[rel=stylesheet]').length ===
              [...document.styleSheets].filter(({ href }) => href).length,
        ),
      )
      .catch(() => false);
    visits.push({ path: where, refused, isWhole });
    await page.close();
  }
  await endServer(server, 'SIGTERM');
  const bad = visits.filter(({ isWhole, refused }) => !isWhole || refused.length > 0);
  for (const { path: where, refused, isWhole } of bad)
    process.stdout.write(`  ${where}: ${isWhole ? 'whole' : 'NOT WHOLE'}, ${refused.join(', ')}\n`);
  process.stdout.write(
    `${visits.length} pages opened while the server stood still for ${STALL_MS / 1000} s: ${visits.filter(({ isWhole }) => isWhole).length} whole, ${bad.length} with anything refused\n`,
  );
  process.exitCode = bad.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
