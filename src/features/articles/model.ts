import type { Article } from '#shared/rules/article.ts';
import { FEAR_AREAS, type FearArea } from '#shared/rules/fear-areas.ts';
import type { Language } from '#shared/rules/languages.ts';
import type { ScriptCategory, ScriptKind } from '#shared/rules/script-timing.ts';

/** The session that an article leads to, in the article's language. */
export interface ArticleSession {
  id: string;
  kind: ScriptKind;
  category: ScriptCategory;
  title: string;
  summary: string;
  minutes: number;
}

/** A public article in one language, with what its page shows beside the text. */
export interface ReadableArticle extends Article {
  slug: string;
  areas: readonly FearArea[];
  publishedOn: string;
  updatedOn: string;
  session: ArticleSession;
}

/** Builds the path of an article's page. */
export const getArticlePath = (slug: string) => `/read/${slug}`;

const WORDS_A_MINUTE = 200;

/** Estimates how many minutes it takes to read a text. */
export const estimateReadingMinutes = (wordCount: number) =>
  Math.max(1, Math.round(wordCount / WORDS_A_MINUTE));

const getPlaceInFlight = ({ areas }: Pick<ReadableArticle, 'areas'>) =>
  FEAR_AREAS.findIndex(({ key }) => key === areas[0]);

/** Sorts articles by when their main fear area comes up in the course of a flight, then by slug. */
export function sortArticles(articles: readonly ReadableArticle[]): ReadableArticle[] {
  return articles.toSorted(
    (a, b) => getPlaceInFlight(a) - getPlaceInFlight(b) || (a.slug < b.slug ? -1 : 1),
  );
}

/**
 * Picks at most `most` articles to read next: those that share the most fear areas with this one first, its main area
 * counted twice. Articles that share none fill up the list.
 */
export function pickRelatedArticles(
  articles: readonly ReadableArticle[],
  { slug, areas }: Pick<ReadableArticle, 'slug' | 'areas'>,
  most = 3,
): ReadableArticle[] {
  const countShared = (other: ReadableArticle) =>
    [...areas, areas[0]].filter((area) => area && other.areas.includes(area)).length;
  return articles
    .filter((other) => other.slug !== slug)
    .toSorted((a, b) => countShared(b) - countShared(a))
    .slice(0, most);
}

/**
 * Builds the schema.org description of an article for search engines. Its address begins with the placeholder
 * `@@origin@@`, which the server replaces.
 */
export function buildArticleStructuredData(
  article: ReadableArticle,
  language: Language,
  author: object,
) {
  return {
    '@type': 'Article',
    headline: article.title,
    description: article.description,
    inLanguage: language,
    datePublished: article.publishedOn,
    dateModified: article.updatedOn,
    author,
    publisher: author,
    mainEntityOfPage: `@@origin@@${getArticlePath(article.slug)}?lang=${language}`,
    isAccessibleForFree: true,
    citation: article.sources,
  };
}
