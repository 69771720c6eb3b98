// @module-tag whole

import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSettings } from '#server/env.ts';
import { createHttpClientWithCookies, signUpListener } from '../bench/listener.ts';
import { stopServerBySignal, type ServerProcess, startServer } from '../bench/server-process.ts';
import { runAdminCommand } from '../scripts/admin-command.ts';

let folder: string;
let isMounted: boolean;
let server: ServerProcess | undefined;

/** A disk of its own, small enough to be filled: only root may make one. */
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'envol-disk-'));
  const options = ['-t', 'tmpfs', '-o', 'size=200m,mode=755', 'tmpfs', folder];
  isMounted = spawnSync('mount', options, { stdio: 'ignore' }).status === 0;
  await chmod(folder, 0o755);
});
afterEach(async () => {
  if (server) await stopServerBySignal(server, 'SIGTERM');
  if (isMounted) spawnSync('umount', ['-l', folder]);
  await rm(folder, { recursive: true, force: true });
});

async function fill(): Promise<string> {
  const name = path.join(folder, 'ballast');
  const file = await open(name, 'w');
  for (let size = 1 << 20; size >= 1; size >>= 4) {
    const chunk = Buffer.alloc(size);
    try {
      for (;;) if ((await file.write(chunk)).bytesWritten < size) break;
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
    }
  }
  await file.close();
  return name;
}

it('refuses writes while the disk is full, says so, and serves again once there is room', async ({
  skip,
}) => {
  skip(!isMounted, 'only root can make a disk that is small enough to fill');
  server = await startServer(path.join(folder, 'data'), { LOG_LEVEL: 'info' });
  const lines: string[] = [];
  server.child.stdout?.on('data', (text) => lines.push(...String(text).trim().split('\n')));
  const { base } = server;
  const { call, getCookie } = createHttpClientWithCookies(server);
  await signUpListener(call);
  // An admin is told why.
  const { email } = (await call('GET', '/api/users/me')) as { email: string };
  const settings = readSettings({ DATA_DIR: path.join(folder, 'data') });
  await runAdminCommand(settings, ['grant', email, 'unconfirmed']);
  const { items } = (await call('GET', '/api/contents')) as { items: { id: string }[] };
  const headers = { origin: base, cookie: getCookie(), 'content-type': 'application/json' };
  const listen = () => {
    const at = new Date().toISOString();
    const played = { positionMs: 1, listenedMs: 1, completed: false, timeZone: 'UTC' };
    const body = {
      id: randomUUID(),
      contentId: items[0]?.id,
      startedAt: at,
      endedAt: at,
      ...played,
    };
    return fetch(`${base}/api/listens`, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const readStatus = async (url: string) => (await fetch(`${base}${url}`, { headers })).status;

  const ballast = await fill();
  const statuses: number[] = [];
  for (let write = 0; write < 2000 && statuses.at(-1) !== 503; write++) {
    const response = await listen();
    statuses.push(response.status);
    if (response.status === 503) expect(response.headers.get('retry-after')).toBe('1');
  }
  for (let write = 0; write < 50; write++) statuses.push((await listen()).status);
  expect(statuses).toContain(503);
  expect(statuses.filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
  expect(await readStatus('/ready')).toBe(503);
  expect(await (await fetch(`${base}/ready`, { headers })).json()).toEqual({
    error: { code: 'not_ready', fields: { database: 'disk_full' } },
  });
  expect(await readStatus('/health')).toBe(200);

  await rm(ballast);
  await expect.poll(() => readStatus('/ready')).toBe(200);
  await expect.poll(async () => (await listen()).ok).toBe(true);
  const news = lines
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []))
    .filter(({ route }) => route === undefined);
  expect(news.filter(({ outage }) => outage === 'disk_full')).toHaveLength(1);
  expect(news.length).toBeLessThan(10);
});
