// @module-tag whole

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestDatabase } from '#server/testing/database.ts';
import { buildChildEnvironment } from '#server/testing/child-environment.ts';

const MAIN = join(import.meta.dirname, '../../main.ts');
/** Tells every module that Node loads. */
const TELLING = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      process.stderr.write(url + '\\n');
      return next(url, context);
    },
  });
`)}`;

/** Every module loaded by a server that is started with these settings, until it is ready. */
async function modulesLoaded(settings: Record<string, string>): Promise<string[]> {
  const [folder, database] = await Promise.all([
    mkdtemp(join(tmpdir(), 'envol-loading-')),
    createTestDatabase(),
  ]);
  const own = { DATA_DIR: folder, DATABASE_URL: database.url, PORT: '0', LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, ['--import', TELLING, MAIN], {
    env: buildChildEnvironment({ ...own, ...settings }),
  });
  let told = '';
  child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  child.stdout.on('data', () => child.kill('SIGTERM'));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code, told).toBe(0);
  await Promise.all([database.close(), rm(folder, { recursive: true })]);
  return told.split('\n');
}

const FIREBASE = /@firebase|identity\/firebase\/(?:service|policy|reads)\.ts/;

it('nothing of Firebase is loaded without its settings', async () => {
  const modules = await modulesLoaded({});
  expect(modules.some((url) => url.endsWith('identity/service.ts'))).toBe(true);
  expect(modules.filter((url) => FIREBASE.test(url))).toEqual([]);
});

it('its verifier is loaded with them', async () => {
  const modules = await modulesLoaded({
    FIREBASE_API_KEY: 'key',
    FIREBASE_AUTH_DOMAIN: 'envol.firebaseapp.com',
    FIREBASE_PROJECT_ID: 'envol',
    FIREBASE_APP_ID: '1:2:web:3',
  });
  expect(modules.some((url) => url.endsWith('features/firebase/service.ts'))).toBe(true);
});
