import { describe, expect, it } from 'vitest';
import {
  estimateReadingMinutes,
  pickRelatedArticles,
  type ReadableArticle,
  sortArticles,
} from './model.ts';

const create = (slug: string, ...areas: ReadableArticle['areas'][number][]): ReadableArticle => ({
  slug,
  areas,
  title: slug,
  description: '',
  sources: [],
  blocks: [],
  publishedOn: '2026-11-22',
  updatedOn: '2026-11-22',
  session: { id: '', kind: 'flow', category: 'technical', title: '', summary: '', minutes: 8 },
});
const night = create('night', 'night_overwater_worry', 'aircraft_crew_trust_worry');
const wings = create('wings', 'turbulence_weather_worry', 'fear_heights');
const rough = create('rough', 'turbulence_weather_worry', 'aircraft_crew_trust_worry');
const ears = create('ears', 'takeoff_landing_fear');
const slugs = (articles: ReadableArticle[]) => articles.map(({ slug }) => slug);

describe('articles', () => {
  it('are listed in the order in which a flight brings up what they are about', () =>
    expect(slugs(sortArticles([night, wings, rough, ears]))).toEqual([
      'ears',
      'rough',
      'wings',
      'night',
    ]));

  it('lead to those that share the most areas with them, the main one first, never to themselves', () => {
    expect(slugs(pickRelatedArticles([ears, night, wings, rough], rough, 2))).toEqual([
      'wings',
      'night',
    ]);
    expect(slugs(pickRelatedArticles([ears], ears))).toEqual([]);
  });

  it('say how long they take, a minute at least', () =>
    expect([10, 900, 1100].map(estimateReadingMinutes)).toEqual([1, 5, 6]));
});
