import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BootError } from '#server/db/boot-error.ts';
import { loadOrCreateSecret } from './secret.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'envol-secret-'))));
afterEach(() => rm(folder, { recursive: true }));

const path = () => join(folder, 'session-secret');

it('is made once, for its own account alone, however many servers start at once', async () => {
  const secrets = await Promise.all(Array.from({ length: 5 }, () => loadOrCreateSecret(folder)));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toHaveLength(43);
  expect(await readFile(path(), 'utf8')).toBe(secrets[0]);
  expect((await stat(path())).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['session-secret']);
});

it('is kept as somebody wrote it', async () => {
  const secret = 'a secret of thirty-two letters..';
  await writeFile(path(), `${secret}\n`);
  expect(await loadOrCreateSecret(folder)).toBe(secret);
});

it.each(['', '\n', 'short', `${' '.repeat(40)}\n`])(
  'stops the start in one sentence when it is %j, and is left as it is',
  async (content) => {
    await writeFile(path(), content);
    const refusal = await loadOrCreateSecret(folder).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(BootError);
    expect((refusal as Error).message).toMatch(/session-secret.* has fewer than 32 characters: /);
    expect(await readFile(path(), 'utf8')).toBe(content);
  },
);

it.each([
  ['NUL bytes, as a power cut may leave', Buffer.alloc(64)],
  ['text that ends in NUL bytes', Buffer.from(`${'a'.repeat(40)}\0\0\0`)],
  ['a broken encoding', Buffer.concat([Buffer.from('a'.repeat(40)), Buffer.from([0xff, 0xfe])])],
  ['control characters', Buffer.from(`${'a'.repeat(40)}\u0007`)],
])(
  'stops the start in one sentence when it holds %s, and is left as it is',
  async (_what, content) => {
    await writeFile(path(), content);
    const refusal = await loadOrCreateSecret(folder).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(BootError);
    expect((refusal as Error).message).toMatch(/session-secret.* is not plain text: /);
    expect(await readFile(path())).toEqual(content);
  },
);
