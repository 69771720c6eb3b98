import { describe, expect, it } from 'vitest';
import { TONIGHT_FEARS } from '#shared/rules/tonight.ts';
import type { ContentSummary } from '#shared/contract/contents.ts';
import {
  buildLibraryUrl,
  FEARS,
  changeFilterSearch,
  listSorts,
  getSessionBadges,
  parseCategory,
  flattenSessionPages,
  parseFearParam,
  parseSituationOrSeatParam,
  parseSearchTerm,
  sortSeatSessionsByFlightPhase,
  parseSort,
} from './model.ts';

const now = new Date('2026-11-21T08:00:00Z');
const session = (change: Partial<ContentSummary> = {}) =>
  ({ id: 'a', completed: false, publishedAt: '2026-10-01T00:00:00Z', ...change }) as ContentSummary;

describe('the address of the library', () => {
  it('shows everything without a category', () => {
    expect(parseCategory(undefined)).toBeNull();
    expect(parseCategory('')).toBeNull();
  });
  it('knows the three categories and no other', () => {
    expect(parseCategory('podcast')).toBe('podcast');
    expect(parseCategory('Podcast')).toBeUndefined();
    expect(parseCategory('constructor')).toBeUndefined();
  });
  it('orders newest first unless it asks for the shortest', () => {
    expect(parseSort('')).toBe('newest');
    expect(parseSort('sort=shortest')).toBe('shortest');
    expect(parseSort('?sort=longest')).toBe('newest');
  });
  it('orders by relevance where something is searched for, unless it asks for another order', () => {
    expect(parseSort('q=takeoff')).toBe('relevance');
    expect(parseSort('q=takeoff&sort=newest')).toBe('newest');
    expect(parseSort('q=+&sort=relevance')).toBe('newest');
    expect(listSorts({ search: '' })).toEqual(['newest', 'shortest']);
    expect(listSorts({ search: 'takeoff' })).toEqual(['relevance', 'newest', 'shortest']);
  });
  it.each([
    ['newest', '', 'takeoff', 'relevance'],
    ['relevance', 'takeoff', '', 'newest'],
    ['newest', 'take', 'takeoff', 'newest'],
    ['newest', 'takeoff', '', 'newest'],
    ['shortest', '', 'takeoff', 'shortest'],
    ['shortest', 'takeoff', '', 'shortest'],
  ] as const)('ordered %s for “%s”, is for “%s” ordered %s', (sort, before, search, after) => {
    const changed = changeFilterSearch(
      { category: null, situationOrSeat: null, fear: null, sort, search: before },
      search,
    );
    expect(changed).toEqual({
      category: null,
      situationOrSeat: null,
      fear: null,
      search,
      sort: after,
    });
  });
  it('leaves the usual order unwritten', () => {
    const usual = {
      category: null,
      situationOrSeat: null,
      fear: null,
      sort: 'newest',
      search: '',
    } as const;
    expect(buildLibraryUrl(usual)).toBe('/content-library');
    expect(buildLibraryUrl({ ...usual, sort: 'shortest' })).toBe('/content-library?sort=shortest');
    expect(buildLibraryUrl({ ...usual, search: 'aile' })).toBe(
      '/content-library?sort=newest&q=aile',
    );
    const search = 'l’aile & co';
    const found = buildLibraryUrl({
      category: 'podcast',
      situationOrSeat: null,
      fear: null,
      sort: 'relevance',
      search,
    });
    expect(found.split('?')[0]).toBe('/content-library/podcast');
    expect(parseSearchTerm(found.split('?')[1] ?? '')).toBe(search);
    expect(found).not.toContain('sort');
  });
});

it('reads the fear that the library is filtered by from the address, and no other', () => {
  expect(parseFearParam('for=seat&fear=shaking')).toBe('shaking');
  expect([...FEARS].toSorted()).toEqual(TONIGHT_FEARS.toSorted());
  expect(parseFearParam('fear=spiders')).toBeNull();
  expect(parseFearParam('')).toBeNull();
});

describe('the place that the library is filtered by', () => {
  it('is one of the address, and no other', () => {
    expect(parseSituationOrSeatParam('for=take_off')).toBe('take_off');
    expect(parseSituationOrSeatParam('for=seat')).toBe('seat');
    expect(parseSituationOrSeatParam('for=moon')).toBeNull();
    expect(parseSituationOrSeatParam('')).toBeNull();
  });
  it('is left when something is searched for, and stays with another kind', () => {
    const chosen = {
      category: null,
      situationOrSeat: 'landing',
      fear: 'shut-in',
      sort: 'newest',
      search: '',
    } as const;
    expect(buildLibraryUrl(chosen)).toBe('/content-library?for=landing&fear=shut-in');
    expect(buildLibraryUrl({ ...chosen, category: 'podcast' })).toBe(
      '/content-library/podcast?for=landing&fear=shut-in',
    );
    expect(changeFilterSearch(chosen, 'wing')).toMatchObject({ situationOrSeat: null, fear: null });
    expect(changeFilterSearch(chosen, '').fear).toBe('shut-in');
    expect(changeFilterSearch(chosen, '').situationOrSeat).toBe('landing');
  });
  it('puts what is for the seat in the order of a flight', () => {
    const slugs = ['seat-descent', 'seat-after-landing', 'seat-taxi', 'seat-boarding'];
    expect(
      sortSeatSessionsByFlightPhase(slugs.map((slug) => ({ slug }))).map(({ slug }) => slug),
    ).toEqual(['seat-boarding', 'seat-taxi', 'seat-descent', 'seat-after-landing']);
  });
});

describe('the badges of a session', () => {
  const none = new Set<string>();
  const here = { now, memberSince: '2026-01-01T00:00:00Z' };
  it('are absent for an older one nobody recommends', () =>
    expect(getSessionBadges(session(), none, here)).toEqual([]));
  it('say that it is completed, and that it is recommended all the same', () => {
    expect(getSessionBadges(session({ completed: true }), none, here)).toEqual(['completed']);
    expect(getSessionBadges(session({ completed: true }), new Set(['a']), here)).toEqual([
      'recommended',
      'completed',
    ]);
  });
  it('call it new for fourteen days, to the second', () => {
    expect(getSessionBadges(session({ publishedAt: '2026-11-07T08:00:01Z' }), none, here)).toEqual([
      'new',
    ]);
    expect(getSessionBadges(session({ publishedAt: '2026-11-07T08:00:00Z' }), none, here)).toEqual(
      [],
    );
  });
  it('call nothing new that was there when the person came', () => {
    const memberSince = '2026-11-20T08:00:00Z';
    const name = (publishedAt: string) =>
      getSessionBadges(session({ publishedAt }), none, { now, memberSince });
    expect(name('2026-11-20T07:59:59Z')).toEqual([]);
    expect(name('2026-11-20T08:00:01Z')).toEqual(['new']);
  });

  it('do not call new what the person has already finished, or what is still to appear', () => {
    const fresh = '2026-11-20T08:00:00Z';
    expect(getSessionBadges(session({ completed: true, publishedAt: fresh }), none, here)).toEqual([
      'completed',
    ]);
    expect(getSessionBadges(session({ publishedAt: '2026-11-22T08:00:00Z' }), none, here)).toEqual(
      [],
    );
  });
});

it('shows a session that came on two pages once, in its first place', () => {
  const pages = [{ items: [session(), session({ id: 'b' })] }, { items: [session({ id: 'b' })] }];
  expect(flattenSessionPages(pages).map(({ id }) => id)).toEqual(['a', 'b']);
});
