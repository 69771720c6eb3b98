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
import { startFakeGenerationProviders } from './testing/generation-providers.ts';

// The run is worked off by the server as `npm start` runs it, on the database of a test app that starts it.

const SENTENCES = 24;
const AT_ONCE = 3;
let folder: string;
let providers: Awaited<ReturnType<typeof startFakeGenerationProviders>>;
let test: TestApp;
let server: ServerProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'envol-narration-crash-'));
  providers = await startFakeGenerationProviders();
  test = await createTestApp({ generation: providers.generation });
  const sessions = ['one', 'two'].map((slug) => {
    const lines = Array.from(
      { length: SENTENCES },
      (_, at) => `Breathe in slowly, and let the ${slug} air ${at} leave by itself.\n[pause 5]`,
    );
    const head = 'title: A title\nsummary: A summary.\n---\n';
    return { slug, script: `${head}${lines.join('\n')}\n` };
  });
  await importLibrary(test.db, await createContentFolder(sessions));
});
afterAll(async () => {
  if (server) await stopServerBySignal(server, 'SIGTERM');
  await test.close();
  await providers.close();
  await rm(folder, { recursive: true, force: true });
});

const startSpeaker = () =>
  startServer(folder, {
    DATABASE_URL: test.url,
    SESSION_SECRET: TEST_SERVER_SECRET,
    SPEECH_URL: providers.url,
    SPEECH_MODEL: 'a-model',
    SPEECH_VOICE_EN: 'ada',
    SPEECH_VOICE_FR: 'zoe',
    SPEECH_AT_ONCE: String(AT_ONCE),
  });

it('a library is spoken to its end though the server is killed twice, and no sentence is paid twice', async () => {
  const admin = await test.createPerson({ state: 'admin' });
  const latest = async () => (await admin.call('GET /api/admin/narration/runs')).body.run;
  await admin.call('POST /api/admin/narration/runs', { body: { ceiling: null, publishes: true } });
  for (const kill of [1, 2]) {
    const before = providers.spoken.length;
    server = await startSpeaker();
    // In the middle of a recording: some sentences are there, and the others asked for get no answer any more.
    await expect.poll(() => providers.spoken.length).toBeGreaterThan(before);
    providers.hold();
    await expect.poll(() => providers.asked.length - providers.spoken.length).toBe(kill * AT_ONCE);
    await stopServerBySignal(server, 'SIGKILL');
    providers.drop();
    providers.letGo();
    expect((await latest())?.state).toBe('running');
  }
  server = await startSpeaker();
  await expect.poll(async () => (await latest())?.state).toBe('done');
  expect(await latest()).toMatchObject({
    recordings: { done: 4, total: 4 },
    sentences: { done: 4 * SENTENCES, total: 4 * SENTENCES },
    failures: [],
  });
  expect(providers.spoken.toSorted()).toEqual([...new Set(providers.spoken)].toSorted());
  expect(providers.spoken).toHaveLength(4 * SENTENCES);
});
