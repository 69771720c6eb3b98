import { readFileSync } from 'node:fs';
import path from 'node:path';
import { computeStarterId } from '#server/content-files.ts';
import type { Language } from '#shared/rules/languages.ts';
import { parseScript } from '#shared/rules/script.ts';
import type { ScriptOptions } from '#shared/rules/script-timing.ts';
import type { ArticleSession, ReadableArticle } from '#web/features/articles/model.ts';
import { readArticles } from './articles.ts';

const MINUTE_MS = 60_000;

/**
 * Reads every article below `content/articles` in one language, each with the session it leads to.
 * @throws {Error} with the faults of all articles; or when the script of such a session cannot be parsed
 */
export function readArticlesInLanguage(content: string, language: Language): ReadableArticle[] {
  const { articles, faults } = readArticles(content);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return articles.map(({ slug, texts, session, areas, publishedOn, updatedOn }) => ({
    slug,
    ...texts[language],
    areas,
    publishedOn,
    updatedOn,
    session: readArticleSession(path.join(content, 'sessions', session), session, language),
  }));
}

function readArticleSession(folder: string, slug: string, language: Language): ArticleSession {
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const { kind, category } = JSON.parse(read('session.json')) as Omit<ScriptOptions, 'language'>;
  const parsed = parseScript(read(`${language}.txt`), { language, kind, category });
  if (!parsed.ok) throw new Error(`${slug}/${language}.txt cannot be read`);
  return {
    id: computeStarterId('session', slug),
    kind,
    category,
    title: parsed.header.title,
    summary: parsed.header.summary,
    minutes: Math.max(1, Math.ceil(parsed.durationMs / MINUTE_MS)),
  };
}
