import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { importLibrary } from '#server/features/contents/import.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { createTestMediaStore } from '#server/testing/media.ts';
import {
  createTestScript,
  startFakeGenerationProviders,
} from '#server/testing/generation-providers.ts';
import type { Brief } from '#shared/contract/admin-generation.ts';
import { createSpeechSynthesiser } from './speaker/service.ts';
import { generations } from './table.ts';

let test: TestApp;
let providers: Awaited<ReturnType<typeof startFakeGenerationProviders>>;
let files: Awaited<ReturnType<typeof createTestMediaStore>>;
let admin: Awaited<ReturnType<TestApp['createPerson']>>;
beforeAll(async () => {
  [providers, files] = await Promise.all([startFakeGenerationProviders(), createTestMediaStore()]);
  const { generation } = providers;
  test = await createTestApp({ media: files.media, generation });
  await importLibrary(test.db, await createContentFolder([{ slug: 'theirs' }]));
  admin = await test.createPerson({ state: 'admin' });
});
afterAll(async () => {
  await test.close();
  await providers.close();
  await files.remove();
});
afterEach(() => {
  providers.letGo();
  providers.write((messages) =>
    createTestScript(messages.some(({ content }) => content.includes('in French')) ? 'fr' : 'en'),
  );
  providers.asked.length = 0;
});

const BRIEF: Brief = {
  kind: 'flow',
  category: 'meditation',
  areas: ['fear_heights'],
  situation: 'cruise',
  minutes: 4,
  language: 'fr',
  author: 'somebody',
  about: 'The first minutes after take-off.',
};
const start = async (brief: Partial<Brief> = {}) =>
  (await admin.call('POST /api/admin/generations', { body: { ...BRIEF, ...brief } })).body;
const cancel = (id: string) =>
  admin.call('POST /api/admin/generations/:id/cancel', { params: { id } });
const list = async () => (await admin.call('GET /api/admin/generations')).body;
const find = async (id: string) => (await list()).generations.find((one) => one.id === id);
const read = async (id: string) =>
  (await admin.call('GET /api/admin/contents/:id', { params: { id } })).body;
const narrate = (id: string, version: number) =>
  admin.call('POST /api/admin/contents/:id/narration', {
    params: { id },
    body: { version, language: 'en' },
  });

/** A session as it is written, whose sentences were not spoken yet. */
async function createSession(word: string) {
  const say = (language: 'en' | 'fr') =>
    createTestScript(language).replaceAll(/lowly|ntement/g, word);
  const facts = { situations: ['cruise'], form: 'full', optIn: false, guard: null, access: 'pass' };
  const { kind, category, areas, author } = BRIEF;
  const source = {
    facts: { kind, category, areas, author, ...facts },
    scripts: { en: say('en'), fr: say('fr') },
  };
  return (await admin.call('POST /api/admin/contents', { body: { source } })).body;
}

describe('a brief', () => {
  it('becomes a draft in both languages, each written from the brief, that nobody sees', async () => {
    const { id, state } = await start();
    expect(state).toBe('waiting');
    await test.runJobs();
    const done = await find(id);
    expect(done).toMatchObject({ state: 'done', done: 2, total: 2, faults: 0, tokens: 3000 });
    // 2 × (1000 read at 1 and 500 written at 4 for a million)
    expect(done?.cost).toBeCloseTo(0.006);
    const session = await read(done?.contentId ?? '');
    expect(session).toMatchObject({ state: 'draft', version: 1 });
    expect(session.source.scripts).toEqual({
      en: createTestScript('en'),
      fr: createTestScript('fr'),
    });
    expect(providers.asked.map(({ body }) => body.messages?.at(-1)?.content)).toEqual([
      expect.stringContaining('in French'),
      expect.stringContaining('in English'),
    ]);
    const member = await test.createPerson();
    const params = { id: session.id };
    expect((await member.call('GET /api/contents/:id', { params })).status).toBe(404);
    const { entries } = (await admin.call('GET /api/admin/audit')).body;
    expect(entries.map(({ action }) => action).slice(0, 2)).toEqual([
      'session.add',
      'generation.draft',
    ]);
  });

  it('is asked for again with what is wrong, line by line, and the better script is taken', async () => {
    const faulty = createTestScript('en').replace('by itself.', 'by itself: you are cured.');
    providers.write((messages) => (messages.length > 2 ? createTestScript('en') : faulty));
    await start();
    await test.runJobs();
    const repair = providers.asked.find(({ body }) => (body.messages?.length ?? 0) > 2);
    expect(repair?.body.messages?.at(-1)?.content).toMatch(/line 4: forbidden/);
    const [latest] = (await list()).generations;
    const session = await read(latest?.contentId ?? '');
    expect(session.source.scripts.en).toBe(createTestScript('en'));
  });

  it('outlives a provider that stumbles, and answers in fences with talk around them', async () => {
    providers.write(() => `Here it is:\n\`\`\`text\n${createTestScript('en')}\`\`\`\nEnjoy!`);
    providers.trouble({ status: 500 }, { status: 429 });
    const { id } = await start();
    await test.runJobs();
    expect(await find(id)).toMatchObject({ state: 'done' });
  });

  it.each([
    ['refuses', [{ status: 401 }], 'provider_refused'],
    ['is down', [{ status: 503 }, { status: 503 }, { status: 503 }], 'provider_unreachable'],
    ['answers what is no JSON', [{ body: '<html>' }], 'provider_garbage'],
    ['answers another shape', [{ body: '{"choices":[]}' }], 'provider_garbage'],
    ['answers without end', [{ body: 'x'.repeat(2_100_000) }], 'provider_garbage'],
  ])('fails with its reason where the provider %s', async (_what, troubles, failure) => {
    providers.trouble(...troubles);
    const { id } = await start();
    await test.runJobs();
    expect(await find(id)).toMatchObject({ state: 'failed', failure, contentId: null });
  });

  it('fails where no answer is a script, and tells what that has cost', async () => {
    providers.write(() => 'I would rather not.');
    const { id } = await start();
    await test.runJobs();
    expect(await find(id)).toMatchObject({ failure: 'provider_garbage', tokens: 4500 });
  });

  it('that is cancelled while it is written is asked for no more, and becomes nothing', async () => {
    providers.hold();
    const { id } = await start();
    const working = test.runJobs();
    await expect.poll(() => providers.asked.length).toBe(1);
    expect((await cancel(id)).body).toMatchObject({ state: 'cancelled' });
    await working;
    expect(await find(id)).toMatchObject({ state: 'cancelled', contentId: null });
    expect(providers.asked).toHaveLength(1);
    expect((await cancel(id)).body).toMatchObject({ state: 'cancelled' });
  });

  it('names an author who is there, and no key is ever told', async () => {
    const unknown = await admin.call('POST /api/admin/generations', {
      body: { ...BRIEF, author: 'nobody' },
    });
    expect(unknown.status).toBe(400);
    expect(await list()).toMatchObject({ writer: 'a-model', speaker: 'a-voice', currency: 'EUR' });
    expect(JSON.stringify(await list())).not.toContain('only the tests know');
    expect(providers.asked.every(({ key }) => key?.startsWith('Bearer '))).toBe(true);
  });
});

describe('a script', () => {
  it('is spoken into one recording with its pauses, aligned, and heard once it is published', async () => {
    const { id } = await createSession('lightly');
    expect((await narrate(id, 1)).status).toBe(202);
    await test.runJobs();
    const session = await read(id);
    expect(session).toMatchObject({
      version: 2,
      recordings: { en: { origin: 'speech', fits: true }, fr: null },
    });
    // One sentence, 24 times: it is spoken once.
    expect(providers.asked.map(({ body }) => body.voice)).toEqual(['ada']);
    const body = { version: 2, state: 'published' };
    await admin.call('PUT /api/admin/contents/:id/state', { params: { id }, body });
    const member = await test.createPerson();
    const heard = (await member.call('GET /api/contents/:id', { params: { id } })).body;
    const said = heard.cues.filter(({ type }) => type === 'say');
    // A sentence of half a second, the silence after it, and a pause of five.
    const step = (said[1]?.at ?? 0) - (said[0]?.at ?? 0);
    expect(step).toBeGreaterThan(6400);
    expect(step).toBeLessThan(6700);
    const file = await member.get(heard.recordingUrl ?? '');
    expect(file.headers['content-type']).toBe('audio/mpeg');
    expect(file.rawPayload.length).toBeGreaterThan(100_000);
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toContain(
      heard.recordingUrl?.slice('/media/'.length, 39),
    );
    const [latest] = (await list()).generations;
    expect(latest).toMatchObject({ kind: 'narration', done: 24, total: 24 });
    expect(latest?.cost).toBeGreaterThan(0);
  });

  it('is spoken again only where it was changed', async () => {
    const { id, source } = await createSession('warmly');
    await narrate(id, 1);
    await test.runJobs();
    providers.asked.length = 0;
    const scripts = {
      ...source.scripts,
      en: source.scripts.en.replace('by itself', 'as it likes'),
    };
    const body = { version: 2, source: { ...source, scripts } };
    await admin.call('PUT /api/admin/contents/:id', { params: { id }, body });
    await narrate(id, 3);
    await test.runJobs();
    expect(providers.asked.map(({ body: { input } }) => input)).toEqual([
      expect.stringContaining('as it likes'),
    ]);
    expect(await read(id)).toMatchObject({ version: 4, recordings: { en: { fits: true } } });
  });

  it('that is changed while it is spoken gets no recording of what it said before', async () => {
    const { id, source } = await createSession('idly');
    providers.hold();
    await narrate(id, 1);
    const working = test.runJobs();
    await expect.poll(() => providers.asked.length).toBe(1);
    const scripts = { ...source.scripts, en: createTestScript('en') };
    const body = { version: 1, source: { ...source, scripts } };
    await admin.call('PUT /api/admin/contents/:id', { params: { id }, body });
    providers.letGo();
    await working;
    const [latest] = (await list()).generations;
    expect(latest).toMatchObject({ state: 'failed', failure: 'changed' });
    expect(await read(id)).toMatchObject({ version: 2, recordings: { en: null } });
    expect(await readdir(join(files.media.folder, '.uploads'))).toEqual([]);
  });

  it('is not spoken by a voice that answers something else than sound', async () => {
    const { id } = await createSession('madly');
    providers.trouble({ body: 'not a sound' });
    await narrate(id, 1);
    await test.runJobs();
    const [latest] = (await list()).generations;
    expect(latest).toMatchObject({ state: 'failed', failure: 'provider_garbage' });
  });
});

describe('a server that ends', () => {
  it('leaves the script that was written, and the other one is written by the next', async () => {
    const { id } = await start();
    const scripts = { fr: createTestScript('fr', 'Kept') };
    await test.db
      .update(generations)
      .set({ state: 'running', scripts, done: 1, total: 2 })
      .where(eq(generations.id, id));
    await test.runJobs();
    expect(providers.asked).toHaveLength(1);
    const session = await read((await find(id))?.contentId ?? '');
    expect(session.source.scripts.fr).toContain('title: Kept');
  });

  it('leaves the sentences that were spoken, and the next one goes on', async () => {
    const { id, source } = await createSession('boldly');
    let sentence = 0;
    const en = source.scripts.en.replaceAll('air leave', () => `air ${(sentence += 1)} leave`);
    const body = { version: 1, source: { ...source, scripts: { ...source.scripts, en } } };
    await admin.call('PUT /api/admin/contents/:id', { params: { id }, body });
    providers.endProcess(3);
    await narrate(id, 2);
    await test.runJobs();
    const spoken = providers.asked.map(({ body: { input } }) => input);
    expect([spoken.length, new Set(spoken).size]).toEqual([24, 24]);
    expect(await read(id)).toMatchObject({ version: 3, recordings: { en: { fits: true } } });
  });
});

describe('a command that speaks', () => {
  const signal = new AbortController().signal;
  const speak = (command: string) =>
    createSpeechSynthesiser({ command, voices: { en: 'en', fr: 'fr' } }).speak(
      { text: 'Hello; exit 1', language: 'fr', voice: null, speed: null, style: null, take: 0 },
      signal,
    );

  it('reads the sentence and writes the sound, with no shell between', async () => {
    expect((await speak('cat')).toString()).toBe('Hello; exit 1\n');
    expect((await speak('echo {language} $HOME')).toString()).toBe('fr $HOME\n');
  });

  it.each(['false', '/nonexistent/voice'])('fails with %s', async (command) => {
    await expect(speak(command)).rejects.toMatchObject({ failure: 'command_failed' });
  });
});
