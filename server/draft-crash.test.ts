// @module-tag whole

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stopServerBySignal, type ServerProcess, startServer } from '../bench/server-process.ts';
import { importLibrary } from './features/contents/import.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import { TEST_SERVER_SECRET } from './testing/dependencies.ts';
import { createContentFolder } from './testing/library.ts';
import { createTestScript, startFakeGenerationProviders } from './testing/generation-providers.ts';

// The job runs in the server as `npm start` runs it, on the database of a test app that asks for the draft.

let folder: string;
let providers: Awaited<ReturnType<typeof startFakeGenerationProviders>>;
let test: TestApp;
let server: ServerProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'envol-draft-crash-'));
  providers = await startFakeGenerationProviders();
  test = await createTestApp({ generation: providers.generation });
  await importLibrary(test.db, await createContentFolder([{ slug: 'theirs' }]));
});
afterAll(async () => {
  if (server) await stopServerBySignal(server, 'SIGTERM');
  await test.close();
  await providers.close();
  await rm(folder, { recursive: true, force: true });
});

const startDrafter = () =>
  startServer(folder, {
    DATABASE_URL: test.url,
    SESSION_SECRET: TEST_SERVER_SECRET,
    GENERATION_URL: providers.url,
    GENERATION_MODEL: 'a-model',
    GENERATION_KEY: 'a-key',
  });

it('a draft is finished by the next server when one is killed between its two scripts, and what was written stays', async () => {
  const admin = await test.createPerson({ state: 'admin' });
  const list = async () => (await admin.call('GET /api/admin/generations')).body.generations;
  // Once the French script is written, the answer with the English one is kept back.
  providers.write((messages) => {
    const isFrench = messages.some(({ content }) => content.includes('in French'));
    if (isFrench) providers.hold();
    return createTestScript(isFrench ? 'fr' : 'en');
  });
  const brief = { kind: 'flow', category: 'meditation', areas: ['fear_heights'] } as const;
  const place = { situation: 'cruise', minutes: 4, language: 'fr', author: 'somebody' } as const;
  const body = { ...brief, ...place, about: 'The first minutes after take-off.' };
  const { id } = (await admin.call('POST /api/admin/generations', { body })).body;

  server = await startDrafter();
  await expect.poll(() => providers.asked.length).toBe(2);
  expect((await list())[0]).toMatchObject({ id, state: 'running', done: 1, total: 2 });
  await stopServerBySignal(server, 'SIGKILL');
  providers.letGo();

  server = await startDrafter();
  await expect.poll(async () => (await list())[0]?.state).toBe('done');
  const said = providers.asked.map(({ body: { messages } }) => messages?.at(-1)?.content ?? '');
  expect(said.filter((text) => text.includes('in French'))).toHaveLength(1);
  expect(said.filter((text) => text.includes('in English'))).toHaveLength(2);
  const { entries } = (await admin.call('GET /api/admin/audit')).body;
  expect(entries.filter(({ action }) => action === 'session.add')).toHaveLength(1);
});
