// @module-tag whole

import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '#server/env.ts';
import { buildChildEnvironment } from '#server/testing/child-environment.ts';
import { solveBotCheckChallenge } from '#server/testing/bot-check.ts';
import {
  isCommandOfTheSystem,
  OPERATE_COMMANDS,
  OPERATE_HOME,
  OPERATE_PAGE,
  OPERATE_SETTINGS,
  readOperateBlocks,
} from '#server/testing/operate-page.ts';
import type { BotCheckChallenge } from '#shared/contract/bot-check.ts';
import { createHttpClientWithCookies } from '../bench/listener.ts';
import { stopServerBySignal, type ServerProcess, startServer } from '../bench/server-process.ts';

// The proof of docs/operate.md: its commands are run from top to bottom, in a temporary folder instead of /srv/envol.

const ROOT = path.join(import.meta.dirname, '..');
const page = OPERATE_PAGE;
const ADMIN = 'you@envol.example';
/** The tag of the version that is upgraded to. */
const ENVOL_VERSION = 'v2';
const settings = OPERATE_SETTINGS;

let home: string;
let server: ServerProcess | undefined;
let environment: Record<string, string>;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'envol-operate-'));
  await chmod(home, 0o755);
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const { PUBLIC_URL: _, ...others } = settings;
  const repository = await mkdtemp(path.join(tmpdir(), 'envol-repository-'));
  // A voice that fails at once: the run that the page starts is soon paused.
  const own = { PORT: String(port), SPEECH_COMMAND: 'false' };
  environment = { ...own, ENVOL_REPOSITORY: repository, ENVOL_VERSION };
  git('init', '--quiet');
  release('the first');
  for (const [name, value] of Object.entries(others)) environment[name] = toHome(value);
});
afterAll(async () => {
  if (server) await stopServerBySignal(server, 'SIGTERM');
  for (const folder of [home, environment['ENVOL_REPOSITORY'] ?? ''])
    await rm(folder, { recursive: true, force: true });
});

function git(...words: string[]): void {
  const author = ['-c', 'user.name=Ada', '-c', `user.email=${ADMIN}`];
  execFileSync('git', [...author, ...words], { cwd: environment['ENVOL_REPOSITORY'] });
}

const release = (message: string) =>
  git('commit', '--quiet', '--allow-empty', '--message', message);

/** Reads what is checked out in the folder of the app: the message of its commit. */
const readRelease = () =>
  execFileSync('git', ['log', '-1', '--format=%s'], {
    cwd: `${home}/app`,
    encoding: 'utf8',
  }).trim();

const toHome = (text: string): string => text.replaceAll(OPERATE_HOME, home);

async function start(): Promise<void> {
  server = await startServer(environment['DATA_DIR'] ?? '', environment);
}

async function stop(): Promise<void> {
  if (server) await stopServerBySignal(server, 'SIGTERM');
  server = undefined;
}

async function signUp(): Promise<void> {
  const { call } = createHttpClientWithCookies({ base: server?.base ?? '' });
  const given = await call('GET', '/api/bot-check/challenge?action=sign_up');
  const botToken = await solveBotCheckChallenge(
    (given as { challenge: BotCheckChallenge }).challenge,
  );
  const own = { email: ADMIN, password: 'a long walk along the runway' };
  await call('POST', '/api/auth/sign-up', { ...own, language: 'en', botToken });
  const { uid } = (await call('POST', '/api/auth/sign-in', own)) as { uid: string };
  const person = { firebaseUid: uid, name: 'Ada', email: ADMIN, signUpMethod: 'email' };
  await call('POST', '/api/users', {
    ...person,
    onboardingComplete: false,
    preferredLanguage: 'en',
  });
}

/** `npm run` as package.json has it, with what is installed here, and nothing else of npm. */
function buildNpm(): string {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const cases = ['admin', 'backup', 'restore', 'narrate'].map((name) => {
    const script = /^node scripts\/up\.mjs run (\S+)$/.exec(scripts[name] ?? '')?.[1];
    return `run\\ ${name}) shift 2; [ "\${1-}" != -- ] || shift; '${process.execPath}' ${script} "$@" ;;`;
  });
  return `npm() { case "$1 $2" in ${cases.join(' ')} *) return 9 ;; esac; }`;
}

async function run(command: string): Promise<string> {
  const own = toHome(command)
    .replace(/^sudo (?:-u envol )?/, '')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${environment['PORT']}`)
    // Here the e-mail that confirms the address stays unread.
    .replace(new RegExp(`grant ${ADMIN}$`), '$& unconfirmed');
  if (isCommandOfTheSystem(own)) return '';
  if (/^systemctl (?:start|enable --now) envol$/.test(own)) return start().then(() => '');
  if (own === 'systemctl stop envol') return stop().then(() => '');
  if (own.startsWith('npm run admin -- grant')) await signUp();
  const isGit = own.startsWith('git ');
  if (own.startsWith('git fetch')) {
    release('the second');
    git('tag', ENVOL_VERSION);
  }
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['--norc', '-euc', `${buildNpm()}\n${own}`],
    {
      // The folder of the app; its code is here, and not in the repository that git is tried with.
      cwd: isGit && !own.startsWith('git clone') ? `${home}/app` : ROOT,
      encoding: 'utf8',
      env: buildChildEnvironment(environment),
    },
  );
  // Git says there what it does.
  expect({ command, status, stderr: isGit ? '' : stderr }).toEqual({
    command,
    status: 0,
    stderr: '',
  });
  return isGit ? `${stdout}Checked out ${readRelease()}.\n` : stdout;
}

describe('docs/operate.md', () => {
  it('is read in ten minutes', () => {
    expect(page.trim().split(/\s+/u).length).toBeLessThanOrEqual(1500);
  });

  it('has settings that the server takes', () => {
    expect(() => readSettings(settings)).toThrow('BACKUP_PASSPHRASE');
    const own = { ...settings, BACKUP_PASSPHRASE: 'seven quiet herons over the marsh' };
    expect(readSettings(own)).toMatchObject({ dataDir: '/srv/envol/data', billing: 'off' });
  });

  it('has commands that do what it says, from the first start to a restore', async () => {
    const said: string[] = [];
    for (const command of OPERATE_COMMANDS) said.push(await run(command));
    const output = said.join('');
    expect(output).toContain('{"status":"ok"}');
    expect(output).toContain('{"status":"ready"}');
    expect(output).toContain(`${ADMIN} has the role admin now.`);
    expect(output).toMatch(/^\d+ recordings are missing: \d+ characters to speak/m);
    expect(output).toMatch(/^(?:running|paused \(provider\)): 0 of \d+ recordings/m);
    expect(output).toMatch(/is whole: \d+ rows of \d+ tables/);
    expect(output.match(/^Restored /gm)).toHaveLength(3);
    expect(output.match(/^Backing up to .*: 100 %$/gm)).toHaveLength(2);
    // Cloned, fetched, its commit noted; then the upgrade, and the way back.
    expect(output.match(/^Checked out .*$/gm)).toEqual([
      ...Array<string>(3).fill('Checked out the first.'),
      'Checked out the second.',
      'Checked out the first.',
    ]);
    // After the last restore the admin is there again, and what was set aside too.
    expect(await run('npm run admin -- list')).toContain(ADMIN);
    expect((await readdir(home)).toSorted()).toEqual(
      ['app', 'backups', 'data', 'data-after-the-upgrade', 'data-broken'].toSorted(),
    );
  });

  it('has a service that can write nothing of its program, and is root nowhere but before its start', () => {
    const lines = (readOperateBlocks('ini')[1] ?? '').split('\n');
    const read = (key: string) =>
      lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
    expect(read('WorkingDirectory')).toEqual(read('ReadOnlyPaths'));
    expect(read('ProtectSystem')).toEqual(['strict']);
    expect(read('ReadWritePaths')).toEqual(['/srv/envol']);
    expect(read('User')).toEqual(['envol']);
    // A sign before the command would take its limits away.
    expect(read('ExecStart')).toEqual(['/usr/bin/node scripts/up.mjs start']);
    expect(read('ExecStartPre').join()).toMatch(/^\+\/usr\/sbin\/runuser -u envol -- /);
  });

  it('has a service that systemd understands', async ({ skip }) => {
    const verify = ['systemd-analyze', 'verify', '--man=no'] as const;
    skip(spawnSync('systemd-analyze', ['--version']).status !== 0, 'there is no systemd here');
    const unit = path.join(home, 'envol.service');
    const text = (readOperateBlocks('ini')[1] ?? '').replaceAll(
      /\/usr\/(?:bin\/node|sbin\/runuser)/g,
      process.execPath,
    );
    await writeFile(unit, text);
    const { stderr } = spawnSync(verify[0], [...verify.slice(1), unit], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes('envol.service'))).toEqual([]);
    const rating = spawnSync('systemd-analyze', [
      'security',
      '--offline=yes',
      '--threshold=30',
      unit,
    ]);
    expect(rating.status, String(rating.stdout).trimEnd().split('\n').at(-1)).toBe(0);
  });

  it('names only files that are there', () => {
    for (const [, file = ''] of page.matchAll(/`((?:server|docs|scripts)\/[^`]+)`/g))
      expect(existsSync(path.join(ROOT, file)), file).toBe(true);
  });
});
