import { glob, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { solveBotCheckChallenge } from '#server/testing/bot-check.ts';
import type { BotCheckChallenge } from '#shared/contract/bot-check.ts';
import { startBuiltServer } from './fixtures/built-server.ts';

const ROOT = path.join(import.meta.dirname, '..');

it('serves people as it was built, with the parts that it loads when they are first needed', async () => {
  const database = await createTestDatabase({ max: 1 });
  const { base, dataDir, stop } = await startBuiltServer({ DATABASE_URL: database.url });
  onTestFinished(async () => {
    await stop();
    await database.close();
  });
  expect(await (await fetch(base)).text()).toContain('<h1');
  expect((await fetch(`${base}/dev`)).status).toBe(404);
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

it('has nothing of /dev, which is served in development alone', async () => {
  const files: string[] = [];
  const found: string[] = [];
  for await (const file of glob('dist/**/*.{js,css,html,json}', { cwd: ROOT })) {
    files.push(file);
    const text = await readFile(path.join(ROOT, file), 'utf8');
    if (/data-component|dev-page|dev\/emails/.test(text)) found.push(file);
  }
  expect(files.length).toBeGreaterThan(50);
  expect(found).toEqual([]);
});
