// @module-tag whole

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { buildChildEnvironment } from '#server/testing/child-environment.ts';

const ROOT = join(import.meta.dirname, '..');
/** How the server is started: by itself, and by the script behind `npm start`, which hands signals on. */
const COMMANDS = [['server/main.ts'], ['scripts/up.mjs', 'run', 'server/main.ts']];
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const MOMENTS = 6;
const AT_ONCE = 3;

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'envol-signals-'));
  await chmod(folder, 0o755);
  return folder;
}

function start(folder: string, command: string[] = ['server/main.ts']) {
  return spawn(process.execPath, command, {
    cwd: ROOT,
    env: buildChildEnvironment({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The processes that work in a folder or were started on it. */
function listProcesses(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const isThere = readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
        return isThere || command.includes(folder) ? [`${pid} ${command}`] : [];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });
}

/** Milliseconds that an undisturbed first start takes here and now. */
async function timeStart(): Promise<number> {
  const folder = await dataFolder();
  const began = performance.now();
  const child = start(folder);
  const first = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  expect(String(first[0])).toContain('is ready on');
  const took = performance.now() - began;
  child.kill('SIGTERM');
  await once(child, 'exit');
  await rm(folder, { recursive: true, force: true });
  return took;
}

/** Stops a first start after `moment` milliseconds; resolves to what it leaves. */
async function stopAt(moment: number, round: number) {
  const folder = await dataFolder();
  const child = start(folder, COMMANDS[round % COMMANDS.length]);
  let complaint = '';
  child.stderr.on('data', (text) => (complaint += String(text)));
  const ended = once(child, 'exit');
  await delay(moment);
  child.kill(SIGNALS[(round >> 1) % SIGNALS.length]);
  await ended;
  await expect.poll(() => listProcesses(folder)).toEqual([]);
  const halfMade = (await readdir(folder)).filter((name) => name.startsWith('postgres.new-'));
  await rm(folder, { recursive: true, force: true });
  return { moment, complaint, halfMade };
}

it.runIf(process.platform === 'linux')(
  'leaves nothing running, whenever during its first start it is told to stop',
  async () => {
    const took = await timeStart();
    const rounds = Array.from({ length: MOMENTS }, (_, round) => round);
    for (let first = 0; first < MOMENTS; first += AT_ONCE) {
      const some = rounds.slice(first, first + AT_ONCE);
      const left = await Promise.all(
        some.map((round) => stopAt((took * (round + 1)) / MOMENTS, round)),
      );
      expect(left.map(({ complaint, halfMade }) => [complaint, halfMade])).toEqual(
        left.map(() => ['', []]),
      );
    }
  },
);
