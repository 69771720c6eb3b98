import { describe, expect, it } from 'vitest';
import type { ContentDetail, ContentSummary } from '#shared/contract/contents.ts';
import { listCachedSessions } from './session-list.ts';

const session = (change: Partial<ContentSummary>) =>
  ({
    id: 'a',
    category: 'technical',
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
    title: 'Un souffle après l’autre',
    summary: 'Respirer lentement.',
    tags: [],
    durationMs: 300_000,
    publishedAt: '2027-02-01T00:00:00Z',
  }),
];
const list = (question: Record<string, string>) =>
  listCachedSessions(SESSIONS, new URLSearchParams(question))?.items.map(({ id }) => id);

describe('the list of sessions without a network', () => {
  it('has the newest first, or the shortest', () => {
    expect(list({})).toEqual(['breath', 'sounds']);
    expect(list({ sort: 'newest', limit: '20' })).toEqual(['breath', 'sounds']);
    expect(list({ sort: 'shortest' })).toEqual(['breath', 'sounds']);
  });
  it('holds one category', () => {
    expect(list({ category: 'technical' })).toEqual(['sounds']);
  });
  it('holds what is for a situation, or made for the seat', () => {
    expect(list({ situation: 'home' })).toEqual(['sounds']);
    expect(list({ form: 'seat' })).toEqual(['breath']);
    expect(list({ situation: 'cruise', category: 'technical' })).toEqual([]);
    expect(list({ situation: 'landing' })).toEqual([]);
    // As on the server, a search goes through all of them.
    expect(list({ situation: 'landing', form: 'seat', search: 'wings' })).toEqual(['sounds']);
  });
  it.each([
    ['sound', ['sounds']],
    ['SOUFFLE apres', ['breath']],
    ['takeoff', ['sounds']],
    ['wings noises', ['sounds']],
    ['wings souffle', []],
    ['…', ['breath', 'sounds']],
  ])('holds what begins with every word of a search: %s', (search, found) => {
    expect(list({ search })).toEqual(found);
  });
  it('is searched in what the sessions say too, after what their titles and summaries name', () => {
    const say = (text: string) => [{ type: 'say', text }] as unknown as ContentDetail['cues'];
    const texts = [
      { id: 'sounds', cues: say('A storm is flown around. Your heart beats faster.') },
      { id: 'breath', cues: say('Les ailes plient.') },
    ];
    const search = (typed: string) =>
      listCachedSessions(SESSIONS, new URLSearchParams({ search: typed }), texts)?.items.map(
        ({ id }) => id,
      );
    expect(search('storm')).toEqual(['sounds']);
    expect(search('sound heart')).toEqual(['sounds']);
    expect(search('ailes')).toEqual(['breath']);
    expect(search('crash')).toEqual([]);
  });
  it('does not go on from a page that the server began', () => {
    expect(list({ cursor: 'x' })).toBeUndefined();
  });
});
