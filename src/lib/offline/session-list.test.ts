import { describe, expect, it } from 'vitest';
import type { ContentDetail, ContentSummary } from '#shared/contract/contents.ts';
import { buildSessionPageFromCache } from './session-list.ts';

const session = (change: Partial<ContentSummary>) =>
  ({
    id: 'a',
    category: 'technical',
    language: 'en',
    areas: [],
    title: 'Every sound',
    summary: 'What the wings do at take-off.',
    form: 'full',
    situations: ['take_off', 'home'],
    tags: ['noises'],
    author: 'Envol',
    durationMs: 600_000,
    publishedAt: '2027-01-01T00:00:00Z',
    ...change,
  }) as ContentSummary;
const SESSIONS = [
  session({ id: 'sounds' }),
  session({
    id: 'breath',
    category: 'meditation',
    form: 'seat',
    situations: ['cruise'],
    areas: ['flying_with_others_anxiety', 'germs_cleanliness_anxiety', 'fear_losing_control'],
    title: 'Un souffle après l’autre',
    summary: 'Respirer lentement.',
    tags: [],
    durationMs: 300_000,
    publishedAt: '2027-02-01T00:00:00Z',
  }),
];
const list = async (question: Record<string, string>) =>
  (await buildSessionPageFromCache(SESSIONS, new URLSearchParams(question)))?.items.map(
    ({ id }) => id,
  );

describe('the list of sessions without a network', () => {
  it('has the newest first, or the shortest', async () => {
    expect(await list({})).toEqual(['breath', 'sounds']);
    expect(await list({ sort: 'newest', limit: '20' })).toEqual(['breath', 'sounds']);
    expect(await list({ sort: 'shortest' })).toEqual(['breath', 'sounds']);
  });
  it('holds one category', async () => {
    expect(await list({ category: 'technical' })).toEqual(['sounds']);
  });
  it('holds what is for a situation, or made for the seat', async () => {
    expect(await list({ situation: 'home' })).toEqual(['sounds']);
    expect(await list({ form: 'seat' })).toEqual(['breath']);
    expect(await list({ situation: 'cruise', category: 'technical' })).toEqual([]);
    expect(await list({ situation: 'landing' })).toEqual([]);
    expect(await list({ fear: 'shut-in' })).toEqual(['breath']);
    expect(await list({ fear: 'shut-in', situation: 'home' })).toEqual([]);
    expect(await list({ fear: 'panicking' }), 'only touched upon').not.toContain('breath');
    // As on the server, a search goes through all of them.
    expect(await list({ situation: 'landing', form: 'seat', search: 'wings' })).toEqual(['sounds']);
    expect(await list({ fear: 'shut-in', search: 'wings' })).toEqual(['sounds']);
  });
  it.each([
    ['sound', ['sounds']],
    ['SOUFFLE apres', ['breath']],
    ['takeoff', ['sounds']],
    ['wings noises', ['sounds']],
    ['wings souffle', ['breath', 'sounds']],
    ['crocodile', []],
    ['…', ['breath', 'sounds']],
  ])(
    'holds what begins with every word of a search, or else with any: %s',
    async (search, found) => {
      expect(await list({ search })).toEqual(found);
    },
  );
  it('is searched in what the sessions say too, after what their titles, tags and summaries name', async () => {
    const say = (text: string) => [{ type: 'say', text }] as unknown as ContentDetail['cues'];
    const texts = [
      { id: 'sounds', cues: say('A storm is flown around. Your heart beats faster.') },
      { id: 'breath', cues: say('The sound of a wing. Les ailes plient.') },
    ];
    const search = async (typed: string, more = {}) =>
      buildSessionPageFromCache(
        SESSIONS,
        new URLSearchParams({ search: typed, ...more }),
        async () => texts,
      );
    const find = async (typed: string, more = {}) =>
      (await search(typed, more))?.items.map(({ id }) => id);
    expect(await find('storms')).toEqual(['sounds']);
    expect(await find('sounds heart')).toEqual(['sounds']);
    expect(await find('sound')).toEqual(['sounds', 'breath']);
    expect(await find('sound', { sort: 'newest' })).toEqual(['breath', 'sounds']);
    expect(await find('ailes')).toEqual(['breath']);
    expect(await find('the storm')).toEqual(['sounds']);
    expect((await search('ailes storm'))?.near).toBe(true);
    expect((await search('storm'))?.near).toBe(false);
  });
  it('is found by what frightened people type and no session says, by its area and its tags', async () => {
    const typed = new URLSearchParams({ search: 'fear of a plane crash' });
    const found = await buildSessionPageFromCache(
      [
        session({ id: 'other', areas: ['fear_heights'] }),
        session({ id: 'what-if', areas: ['crash_catastrophe_fear'] }),
      ],
      typed,
    );
    expect(found?.items.map(({ id }) => id)).toEqual(['what-if']);
  });
  it('does not go on from a page that the server began', async () => {
    expect(await list({ cursor: 'x' })).toBeUndefined();
  });
});
