import { spawn } from 'node:child_process';
import { chmod, glob, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildChildEnvironment } from '#server/testing/child-environment.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { solveBotCheckChallenge } from '#server/testing/bot-check.ts';
import type { BotCheckChallenge } from '#shared/contract/bot-check.ts';

const ROOT = path.join(import.meta.dirname, '..');

/** Starts the server as `npm start` does, on a new database; resolves to its address and its data folder. */
async function startBuiltServer() {
  const database = await createTestDatabase({ max: 1 });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'envol-built-'));
  await chmod(dataDir, 0o755);
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: ROOT,
    env: {
      ...buildChildEnvironment({ DATA_DIR: dataDir, DATABASE_URL: database.url, PORT: '0' }),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    await database.close();
    await rm(dataDir, { recursive: true });
  });
  const base = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      const address = /is ready on (\S+)/.exec(String(text))?.[1];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { base, dataDir };
}

it('serves people as it was built, with the parts that it loads when they are first needed', async () => {
  const { base, dataDir } = await startBuiltServer();
  expect(await (await fetch(base)).text()).toContain('<h1');
  const post = async (route: string, body: object) => {
    const reply = await fetch(`${base}${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: base },
      body: JSON.stringify({ email: 'ada@example.org', language: 'en', ...body }),
    });
    return reply.json();
  };
  const solve = async (action: string) => {
    const asked = await fetch(`${base}/api/bot-check/challenge?action=${action}`);
    return solveBotCheckChallenge(
      ((await asked.json()) as { challenge: BotCheckChallenge }).challenge,
    );
  };
  const signUp = async (password: string) =>
    post('/api/auth/sign-up', { password, botToken: await solve('sign_up') });
  expect(await signUp('password1')).toMatchObject({ error: { code: 'password_too_common' } });
  expect(await signUp('a long walk along the runway')).toHaveProperty('next');
  await post('/api/auth/forgot', { botToken: await solve('reset') });
  const outbox = path.join(dataDir, 'outbox');
  await expect.poll(() => readdir(outbox).catch(() => [])).toHaveLength(1);
});

it('is of ASCII alone, as one other character makes its text in memory twice as large', async () => {
  const others: string[] = [];
  for await (const file of glob('dist/server/**/*.js', { cwd: ROOT })) {
    const text = await readFile(path.join(ROOT, file), 'latin1');
    if (/[^\0-\u007F]/.test(text)) others.push(file);
  }
  expect(others).toEqual([]);
  await expect(readdir(path.join(ROOT, 'dist/server'))).resolves.toContain('main.js');
});
