import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentHeadlineSearchIndex } from '#server/features/contents/search/table.ts';
import { reindexOutdatedSessions } from '#server/features/contents/search/writes.ts';
import { importLibrary } from '#server/features/contents/import.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import {
  createContentFolder,
  type TestSession,
  writeTestSession,
} from '#server/testing/library.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';

let site: TestApp;
let ada: TestPerson;
let zoe: TestPerson;
let folder: string;
const session = (slug: string, title: string, said: string, more = {}): TestSession => ({
  slug,
  script: `title: ${title}\nsummary: About ${slug}.\ntags: in the seat\nsource: A book, 2020\n---\n${said}\n[pause 60]\n`,
  ...more,
});

const ranked = (
  slug: string,
  title: string,
  summary: string,
  tags: string,
  said: string,
  day: number,
): TestSession => ({
  slug,
  publishedOn: `2026-10-${day}`,
  script: `title: ${title}\nsummary: ${summary}\ntags: ${tags}\nsource: A book, 2020\n---\n${said}\n[pause ${day + 10}]\n`,
});

beforeAll(async () => {
  site = await createTestApp();
  const many = Array.from({ length: 25 }, (_, index) =>
    session(`cloud-${index}`, `Cloud ${index}`, 'A cloud passes.'),
  );
  folder = await createContentFolder([
    session('wing', 'Turbulence and the wing', 'The wing bends.', { category: 'technical' }),
    session('sky', 'Détente à bord', 'Le cœur ralentit, les nuages passent.'),
    session('door', 'The door closes', 'Somebody speaks of turbulent air.'),
    session('window', 'The window', 'Glass.', { areas: ['fear_enclosed_spaces'] }),
    session('kite', 'A kite', 'Wind.'),
    ...many,
    // The better they fit, the older they are.
    ranked('said', 'A sentence', 'Words.', 'quiet', 'The harbour is far.', 14),
    ranked('summed', 'A page', 'Of a harbour.', 'quiet', 'Boats.', 13),
    ranked('tagged', 'A chapter', 'Of boats.', 'harbour, quiet', 'Boats.', 12),
    ranked('titled', 'The harbours', 'Boats.', 'quiet', 'Boats.', 11),
    ranked('titled-again', 'A harbour', 'Boats.', 'quiet', 'Boats.', 10),
  ]);
  await importLibrary(site.db, folder);
  [ada, zoe] = await Promise.all([site.createPerson(), site.createPerson({ language: 'fr' })]);
});
afterAll(() => site.close());

const search = async (
  own: TestPerson,
  words: string,
  query: Record<string, string | number> = {},
) => (await own.call('GET /api/contents', { query: { search: words, ...query } })).body;
const slugs = async (own: TestPerson, words: string, query = {}) =>
  (await search(own, words, query)).items.map(({ slug }) => slug).toSorted();

describe('a search', () => {
  it.each([
    ['in a title', 'wing', ['wing']],
    ['in what is said, in another form of the word', 'turbulence', ['door', 'wing']],
    ['in a summary', 'about door', ['door']],
    ['in tags', 'seat wing', ['wing']],
    ['in the author’s name', 'somebody wing', ['wing']],
    ['while it is being typed', 'turbu', ['door', 'wing']],
    ['typed further than its stem', 'turbulenc', ['wing']],
    ['with small ones between them', 'the wing that bends', ['wing']],
    ['before one so common that it has no stem', 'door about', ['door']],
    ['in capitals', 'WING', ['wing']],
    ['when every word is there, in any order', 'wing turbulence', ['wing']],
    ['without its accents', 'detente', ['sky']],
    ['with accents of its own', 'dóor clósés', ['door']],
    ['whatever stands between the words', 'wing, & | ! ( ) : * turbulence', ['wing']],
  ])('finds a word %s', async (_where, words, found) =>
    expect(await slugs(ada, words)).toEqual(found),
  );

  it('finds French words in French, with their ligatures', async () => {
    expect(await slugs(zoe, 'coeur')).toEqual(['sky']);
    expect(await slugs(zoe, 'nuage ralentir')).toEqual(['sky']);
  });

  it('forgives a word typed wrongly, and says so', async () => {
    const { items, near } = await search(ada, 'trubulence');
    expect([items.map(({ slug }) => slug).toSorted(), near]).toEqual([['door', 'wing'], true]);
    expect((await search(ada, 'turbulence')).near).toBe(false);
  });

  it.each([
    ['the trubulence', ['door', 'wing']],
    ['is a trubulence', ['door', 'wing']],
    ['x trubulence', ['door', 'wing']],
    ['bending trubulence', ['wing']],
  ])('forgives it in %s, beside words that are as they should be', async (words, found) =>
    expect(await slugs(ada, words)).toEqual(found),
  );

  it('forgives a French word typed wrongly after its article', async () =>
    expect(await slugs(zoe, 'l’detante')).toEqual(['sky']));

  it('finds nothing for words that are nowhere', async () =>
    expect(await search(ada, 'zzzzzz qqqq')).toEqual({
      items: [],
      nextCursor: null,
      total: null,
      near: true,
    }));

  it('without a letter or a digit is the whole list', async () =>
    expect((await search(ada, ' ?! ', { limit: 50 })).items).toHaveLength(35));

  it('keeps to a category', async () => {
    expect(await slugs(ada, 'turbulence', { category: 'technical' })).toEqual(['wing']);
  });

  it.each(['cloud', 'cloudd'])(
    'for %s goes on page after page without gap or repetition',
    async (word) => {
      const all: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await search(ada, word, { limit: 7, ...(cursor && { cursor }) });
        all.push(...page.items.map(({ slug }) => slug));
        cursor = page.nextCursor;
      }
      const clouds = all.filter((slug) => slug.startsWith('cloud'));
      expect([clouds.length, new Set(all).size]).toEqual([25, all.length]);
    },
  );

  it('answers whatever is typed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 60, unit: 'binary' }), async (typed) => {
        const { status } = await ada.call('GET /api/contents', { query: { search: typed } });
        expect(typed.includes('\0') ? [200, 400] : [200]).toContain(status);
      }),
      { numRuns: 60 },
    );
  });

  it('gives back what holds any of the words when nothing holds them all, and says so', async () => {
    const { items, near } = await search(ada, 'wing hippopotamus door');
    expect([items.map(({ slug }) => slug).toSorted(), near]).toEqual([['door', 'wing'], true]);
  });

  it('takes a word of the library as it is, and not as the beginning of others', async () => {
    expect(await slugs(ada, 'win')).toEqual(['kite', 'window', 'wing']);
    expect(await slugs(ada, 'wing')).toEqual(['wing']);
    expect(await slugs(ada, 'wind')).toEqual(['kite']);
  });

  it('finds a session by its new words once they were changed, and not once it is unpublished', async () => {
    await writeTestSession(folder, session('door', 'Quite another name', 'Somebody speaks.'));
    await importLibrary(site.db, folder);
    expect(await slugs(ada, 'another name')).toEqual(['door']);
    await rm(path.join(folder, 'sessions', 'door'), { recursive: true });
    await importLibrary(site.db, folder);
    expect((await search(ada, 'another name')).items).toEqual([]);
  });
});

describe('the results of a search', () => {
  const DAYS = ['titled-again', 'titled', 'tagged', 'summed', 'said'];
  const byDay = (a: string, b: string) => DAYS.indexOf(a) - DAYS.indexOf(b);
  const BY_RELEVANCE = ['titled', 'titled-again', 'tagged', 'summed', 'said'];
  const list = async (query: Record<string, string | number>) =>
    (await search(ada, 'harbour', query)).items.map(({ slug }) => slug);

  it('come by title, then tags, then summary, then text, and the newest first among equals', async () => {
    expect(await list({})).toEqual(BY_RELEVANCE);
    expect(await list({ sort: 'relevance' })).toEqual(BY_RELEVANCE);
  });

  it('come in the other orders when asked', async () => {
    expect(await list({ sort: 'newest' })).toEqual(BY_RELEVANCE.toSorted(byDay).toReversed());
    expect(await list({ sort: 'shortest' })).toEqual(BY_RELEVANCE.toSorted(byDay));
  });

  it.each([1, 2, 3, 4])(
    'go on by relevance, %i at a time, without gap or repetition',
    async (limit) => {
      const all: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await search(ada, 'harbour', { limit, ...(cursor && { cursor }) });
        all.push(...page.items.map(({ slug }) => slug));
        cursor = page.nextCursor;
      }
      expect(all).toEqual(BY_RELEVANCE);
    },
  );

  it('refuse a cursor of another order', async () => {
    const { nextCursor } = await search(ada, 'harbour', { limit: 2 });
    const query = { search: 'harbour', sort: 'newest', cursor: nextCursor ?? '' } as const;
    expect((await ada.call('GET /api/contents', { query })).status).toBe(400);
  });

  it('lead from what people type to the sessions of the area it stands for', async () => {
    expect(await slugs(ada, 'claustrophobic')).toEqual(['window']);
    expect(await slugs(zoe, 'claustro')).toEqual(['window']);
  });
});

describe('an index made by an earlier version', () => {
  it('is made anew', async () => {
    for (const language of LANGUAGES)
      await site.db
        .update(contentHeadlineSearchIndex[language])
        .set({ version: '', titleWords: '', topicWords: '', headWords: '' });
    expect((await search(ada, 'harbour')).items[0]?.slug).toBe('said');
    await reindexOutdatedSessions(site.db);
    expect((await search(ada, 'harbour')).items[0]?.slug).toBe('titled');
  });
});
