// @module-tag whole

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { createTestMediaStore } from '#server/testing/media.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { startFakeGenerationProviders } from '#server/testing/generation-providers.ts';

let providers: Awaited<ReturnType<typeof startFakeGenerationProviders>>;
let files: Awaited<ReturnType<typeof createTestMediaStore>>;
let test: TestApp;
let admin: TestPerson;
let id = '';
const LINES = Array.from({ length: 24 }, (_, at) => `Breathe in, and let the CAT ${at} leave.`);
const SCRIPT = `title: A title\nsummary: A summary.\n---\n${LINES.join('\n[pause 5]\n')}\n`;

beforeAll(async () => {
  [providers, files] = await Promise.all([startFakeGenerationProviders(), createTestMediaStore()]);
});
afterAll(async () => {
  await providers.close();
  await files.remove();
});
afterEach(async () => {
  await test.close();
  providers.asked.length = 0;
  providers.spoken.length = 0;
});

let opened = 0;
/** Opens a site with one session on show, whose words were not spoken yet. */
async function open() {
  test = await createTestApp({ media: files.media, generation: providers.generation });
  opened += 1;
  // What one test has spoken is no other's.
  const script = SCRIPT.replaceAll('leave', `leave ${opened} times`);
  const folder = await createContentFolder([{ slug: 'calm', script }]);
  await importLibraryAndUpdateSearchIndex(test.db, folder);
  admin = await test.createPerson({ state: 'admin' });
  id = (await admin.call('GET /api/admin/contents')).body.sessions[0]?.id ?? '';
}
const line = (at: number) => (LINES[at] ?? '').replace('leave', `leave ${opened} times`);
async function work() {
  while ((await test.runJobs()).some(({ name }) => name === 'narrate' || name === 'generate'));
}
/** Has all of it spoken; people hear it at once where it `publishes`. */
async function speakAll(publishes = false) {
  await admin.call('POST /api/admin/narration/runs', { body: { ceiling: null, publishes } });
  await work();
}
const list = async () => (await admin.call('GET /api/admin/narration/approvals')).body;
const look = async (language: 'en' | 'fr' = 'en') =>
  (
    await admin.call('GET /api/admin/contents/:id/narration', {
      params: { id },
      query: { language },
    })
  ).body;
const approve = async (language: 'en' | 'fr' = 'en') => {
  const { version } = await look(language);
  return admin.call('POST /api/admin/contents/:id/narration/approval', {
    params: { id },
    body: { version, language },
  });
};
type How = { speed?: number | null; spoken?: string | null };
const again = async (text: string, { speed = null, spoken = null }: How = {}) => {
  const { version } = await look();
  const body = { version, language: 'en', again: { text, speed, spoken } } as const;
  const reply = await admin.call('POST /api/admin/contents/:id/narration', {
    params: { id },
    body,
  });
  await work();
  return reply;
};
const hear = async () => {
  const member = await test.createPerson({ language: 'en' });
  return (await member.call('GET /api/contents/:id', { params: { id } })).body.recordingUrl;
};
const listFormer = async () =>
  (await admin.call('GET /api/admin/contents/:id/former-recordings', { params: { id } })).body
    .recordings;

describe('what was spoken', () => {
  it('waits until it is approved, which lets people hear it', async () => {
    await open();
    expect(await list()).toEqual({ waiting: [], total: 0 });
    await speakAll();
    const { waiting, total } = await list();
    expect(waiting.map(({ language }) => language)).toEqual(['en', 'fr']);
    expect(total).toBe(2);
    const { sentences, url, approvedAt } = await look();
    expect(sentences.map(({ text }) => text)).toEqual(LINES.map((_, at) => line(at)));
    expect(sentences.every(({ isNew, from, to }) => isNew && from < to)).toBe(true);
    expect(approvedAt).toBeNull();
    expect(await hear()).toBeNull();

    expect((await approve('en')).body).toEqual({ published: true });
    expect(await hear()).toBe(url);
    expect((await list()).waiting.map(({ language }) => language)).toEqual(['fr']);
    expect((await look()).sentences.some(({ isNew }) => isNew)).toBe(false);
    const { entries } = (await admin.call('GET /api/admin/audit')).body;
    expect(entries[1]).toMatchObject({ action: 'narration.approve', details: { language: 'en' } });
  });

  it('is not published by its approval where words have changed as well', async () => {
    await open();
    await speakAll();
    const { version, source } = (
      await admin.call('GET /api/admin/contents/:id', { params: { id } })
    ).body;
    const facts = { ...source.facts, access: 'free' } as const;
    const body = { version, source: { ...source, facts } };
    await admin.call('PUT /api/admin/contents/:id', { params: { id }, body });
    expect((await approve()).body).toEqual({ published: false });
    expect(await hear()).toBeNull();
    expect((await list()).waiting.map(({ language }) => language)).toEqual(['fr']);
  });

  it('is approved only as it was heard', async () => {
    await open();
    await speakAll();
    const { version } = await look();
    await again(line(3));
    const body = { version, language: 'en' } as const;
    const stale = await admin.call('POST /api/admin/contents/:id/narration/approval', {
      params: { id },
      body,
    });
    expect(stale).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  });
});

describe('a sentence', () => {
  it('is spoken again alone, as often as asked for, slower or in other words', async () => {
    await open();
    await speakAll();
    await approve();
    await approve('fr');
    const before = await look();
    providers.asked.length = 0;
    expect((await again(line(3))).status).toBe(202);
    await again(line(3), { speed: 0.8 });
    await again(line(5), { spoken: 'Something else.' });
    expect(providers.asked.map(({ body }) => body)).toEqual([
      { model: 'a-voice', voice: 'ada', input: line(3), response_format: 'wav' },
      { model: 'a-voice', voice: 'ada', input: line(3), response_format: 'wav', speed: 0.8 },
      { model: 'a-voice', voice: 'ada', input: 'Something else.', response_format: 'wav' },
    ]);
    const after = await look();
    expect(after.url).not.toBe(before.url);
    expect(after.sentences.filter(({ isNew }) => isNew).map(({ text }) => text)).toEqual([
      line(3),
      line(5),
    ]);
    expect(after.sentences[3]).toMatchObject({ take: 2, speed: 0.8, spoken: null });
    expect(after.sentences[5]).toMatchObject({ take: 1, spoken: 'Something else.' });
    expect((await list()).waiting).toHaveLength(1);
    expect(await hear()).toBe(before.url);
  });

  it('that is not in the script is refused', async () => {
    await open();
    await speakAll();
    expect((await again('Never said.')).status).toBe(409);
  });
});

describe('a former recording', () => {
  it('is brought back with its takes, and its sentences are spoken anew after it', async () => {
    await open();
    await speakAll();
    const first = await look();
    await again(line(3), { speed: 0.8 });
    const second = await look();
    const [former] = await listFormer();
    expect(former).toMatchObject({ url: first.url, fits: true, language: 'en', approvedAt: null });
    const body = { version: second.version, recordingId: former?.id ?? '' };
    const bring = () =>
      admin.call('PUT /api/admin/contents/:id/former-recordings', { params: { id }, body });
    expect((await bring()).body).toMatchObject({
      version: second.version + 1,
      recordings: { en: { url: first.url } },
    });
    expect((await look()).url).toBe(first.url);
    expect((await look()).sentences[3]).toMatchObject({ take: 0, speed: null });
    expect((await bring()).status).toBe(404);
    expect((await listFormer()).map(({ url }) => url)).toEqual([second.url]);

    providers.asked.length = 0;
    await again(line(3), { speed: 0.8 });
    expect(providers.asked).toHaveLength(1);
  });

  it('is kept until five newer ones are, in its language', async () => {
    await open();
    await speakAll();
    const urls: string[] = [];
    for (let take = 0; take < 7; take += 1) {
      urls.unshift((await look()).url);
      await again(line(3));
    }
    expect((await listFormer()).map(({ url }) => url)).toEqual(urls.slice(0, 5));
  });
});

describe('how sessions are spoken', () => {
  const style = { target: 'flow' as const, voice: 'ann', speed: 0.9, style: 'Slowly.' };
  const save = (version: number, written: string) =>
    admin.call('PUT /api/admin/voices', {
      body: {
        version,
        language: 'en',
        words: [{ written, spoken: 'clear air turbulence' }],
        styles: [style],
      },
    });

  it('is told to the provider, and counted before', async () => {
    await open();
    expect((await save(0, 'CAT')).status).toBe(200);
    const { missing } = (await admin.call('GET /api/admin/narration')).body;
    const said = LINES.map((_, at) => line(at).replace('CAT', 'clear air turbulence'));
    const sum = said.reduce((total, text) => total + text.length, 0);
    expect(missing.map(({ characters }) => characters)).toEqual([sum, expect.any(Number)]);
    await speakAll();
    const inEnglish = providers.asked.filter(({ body }) => body.voice === 'ann');
    expect(inEnglish.map(({ body }) => String(body.input)).toSorted()).toEqual(said.toSorted());
    expect(inEnglish[0]?.body).toMatchObject({ speed: 0.9, instructions: 'Slowly.' });
    expect(providers.asked.some(({ body }) => body.voice === 'zoe')).toBe(true);
    // The words of the script stay what people read.
    expect((await look()).sentences[0]?.text).toBe(line(0));
  });

  it('is changed by nobody who has not seen the last change, and each change is on record', async () => {
    await open();
    await save(0, 'CAT');
    expect((await save(0, 'A320')).status).toBe(409);
    expect((await save(1, 'A320')).body.en).toMatchObject({ version: 2 });
    const { entries } = (await admin.call('GET /api/admin/audit')).body;
    expect(entries[0]).toMatchObject({
      action: 'voices.change',
      before: { words: 'CAT → clear air turbulence' },
      after: { words: 'A320 → clear air turbulence' },
    });
  });

  it('names each word and each target once', async () => {
    await open();
    const word = { written: 'CAT', spoken: 'cat' };
    const put = (words: (typeof word)[], styles: (typeof style)[]) =>
      admin.call('PUT /api/admin/voices', { body: { version: 0, language: 'fr', words, styles } });
    expect((await put([word, word], [])).status).toBe(400);
    expect((await put([], [style, style])).status).toBe(400);
    expect((await put([], [{ ...style, target: 'pilots' as 'flow' }])).status).toBe(400);
    // What may become an argument of a program is no path and no option.
    for (const voice of ['--output-file', '../secret', '/etc/passwd', 'a\u0000b'])
      expect((await put([], [{ ...style, voice }])).status).toBe(400);
    const byAuthor = { ...style, target: 'author:jo' as 'flow', voice: 'af_bella(2)+af_sky(1)' };
    expect((await put([], [byAuthor])).status).toBe(200);
  });
});
