import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '#server/env.ts';
import { importLibrary } from '#server/features/contents/import.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { createTestMediaStore } from '#server/testing/media.ts';
import { startFakeGenerationProviders } from '#server/testing/generation-providers.ts';
import { TEST_SERVER_SECRET } from '#server/testing/dependencies.ts';
import { runNarrateCommand } from '../../../scripts/narrate-command.ts';

let folder: string;
let test: TestApp;
let files: Awaited<ReturnType<typeof createTestMediaStore>>;
let providers: Awaited<ReturnType<typeof startFakeGenerationProviders>>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'envol-narrate-'));
  [providers, files] = await Promise.all([startFakeGenerationProviders(), createTestMediaStore()]);
  test = await createTestApp({ media: files.media, generation: providers.generation });
  await importLibrary(test.db, await createContentFolder([{ slug: 'theirs' }]));
});
afterAll(async () => {
  await test.close();
  await providers.close();
  await files.remove();
  await rm(folder, { recursive: true, force: true });
});

const VOICE = { SPEECH_URL: 'http://127.0.0.1:9/v1', SPEECH_MODEL: 'a-voice', SPEECH_PRICE: '15' };
/** Runs the command as the operator does, beside a server that is running. */
async function narrate(voice: Record<string, string>, ...words: string[]) {
  const own = { DATABASE_URL: test.url, DATA_DIR: folder, SESSION_SECRET: TEST_SERVER_SECRET };
  const { code, text } = await runNarrateCommand(readSettings({ ...own, ...voice }), words);
  return [code, text];
}

describe('npm run narrate', () => {
  it('tells what is missing and what it costs, starts it in the name of an admin, and how far it is', async () => {
    const admin = await test.createPerson({ state: 'admin' });
    const [code, text] = await narrate(VOICE);
    expect(code).toBe(0);
    // "One sentence to say out loud." in both languages, by one voice: it is paid once.
    expect(text).toContain('en       29  missing  theirs en');
    expect(text).toContain('2 recordings are missing: 29 characters to speak, 0.00 USD.');
    expect((await narrate({}, 'start', admin.email))[1]).toContain('No voice is set up');
    expect((await narrate(VOICE, 'start', 'nobody@example.org'))[0]).toBe(1);
    expect(await narrate(VOICE, 'pause', admin.email)).toEqual([1, 'Nothing was ever started.']);
    expect((await narrate(VOICE, 'start', admin.email, '--ceiling=100'))[1]).toContain(
      'running: 0 of 2 recordings, 0 of 2 sentences, 0 characters paid',
    );
    expect((await narrate(VOICE, 'start', admin.email))[1]).toContain('Another run is open');
    expect((await narrate(VOICE, 'pause', admin.email))[1]).toContain('paused (asked)');
    expect((await narrate(VOICE, 'resume', admin.email))[1]).toContain('running');
    const { entries } = (await admin.call('GET /api/admin/audit')).body;
    expect(entries[0]).toMatchObject({ action: 'narration.change', actor: admin.email });
    while ((await test.runJobs()).some(({ name }) => name === 'narrate'));
    expect((await narrate(VOICE))[1]).toContain('done: 2 of 2 recordings');
    expect((await narrate(VOICE, 'start', admin.email))[1]).toContain('Nothing is missing');
  });

  it.each([[['begin']], [['start']], [['start', 'a@b.c', '--ceiling=much']], [['pause']]])(
    'explains itself for %j',
    async (words) => {
      const [code, text] = await narrate(VOICE, ...words);
      expect([code, text]).toEqual([2, expect.stringContaining('npm run narrate -- start')]);
    },
  );
});
