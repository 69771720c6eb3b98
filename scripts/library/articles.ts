import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type Article, countArticleWords, parseArticle } from '#shared/rules/article.ts';
import { CAUTIONS } from '#shared/rules/cautions.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { type Language, LANGUAGES } from '#shared/rules/languages.ts';
import {
  listRequiredCautionsOfText,
  SESSION_ACTS,
  type SessionAct,
} from '#shared/rules/session-acts.ts';
import { findSourceFault } from '#shared/rules/sources.ts';
import { findForbiddenWords } from '#shared/rules/forbidden-words.ts';

const WORDS = { least: 700, most: 1100 };
const HEADINGS = { least: 4, most: 12 };
// What a search engine shows of them.
const MAX_TITLE = 65;
const DESCRIPTION = { least: 70, most: 160 };

const about = z.strictObject({
  /** Folder name of the session that the article leads to. */
  session: z.string(),
  areas: z.array(z.enum(FEAR_AREAS.map(({ key }) => key))).nonempty(),
  /** What it invites its reader to do, which decides the cautions that it quotes. */
  does: z.array(z.enum(SESSION_ACTS)).optional(),
  /** Whether it is about alcohol or medicines, and so may name them. */
  namesRemedies: z.boolean().optional(),
  publishedOn: z.iso.date(),
  updatedOn: z.iso.date(),
});

export interface PublicArticle extends z.infer<typeof about> {
  slug: string;
  texts: Record<Language, Article>;
}

/**
 * Reads the articles below `root/articles`, sorted by folder name, and all faults, as `file:line: what to do`. An
 * article of which a file is missing or cannot be parsed is left out; one with lesser faults is not.
 */
export function readArticles(root: string): { articles: PublicArticle[]; faults: string[] } {
  const articles: PublicArticle[] = [];
  const faults: string[] = [];
  for (const slug of readdirSync(path.join(root, 'articles')).toSorted()) {
    const folder = path.join(root, 'articles', slug);
    const parsed = about.safeParse(readJson(path.join(folder, 'article.json')));
    const found = parsed.success
      ? findAboutFaults(parsed.data, root)
      : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    faults.push(...found.map((fault) => `content/articles/${slug}/article.json:1: ${fault}`));
    const texts = LANGUAGES.flatMap((language) => {
      const file = path.join(folder, `${language}.md`);
      const raw = existsSync(file) ? readFileSync(file, 'utf8') : '';
      const { article, faults: wrong } = parseAndCheckArticle(raw, language, parsed.data);
      const missing = findCautionsMissingInArticle(raw, language, parsed.data?.does ?? []);
      faults.push(
        ...[...wrong, ...missing].map(
          (fault) => `content/articles/${slug}/${language}.md:${fault}`,
        ),
      );
      return article ? [[language, article] as const] : [];
    });
    if (parsed.success && texts.length === LANGUAGES.length)
      articles.push({
        slug,
        ...parsed.data,
        texts: Object.fromEntries(texts) as PublicArticle['texts'],
      });
  }
  return { articles, faults };
}

/** Checks that a text quotes the cautions that its invitations require, word for word. */
export function findCautionsMissingInArticle(
  raw: string,
  language: Language,
  does: readonly SessionAct[],
): string[] {
  return listRequiredCautionsOfText(does)
    .filter((name) => !raw.includes(CAUTIONS[name][language]))
    .map((name) => `1: Quote the caution "${name}" of shared/rules/cautions.ts.`);
}

/** Reads a JSON file; one that is missing or broken is undefined, which no schema takes. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function findAboutFaults({ session, publishedOn, updatedOn }: z.infer<typeof about>, root: string) {
  return [
    ...(existsSync(path.join(root, 'sessions', session))
      ? []
      : [`Name a session that is there: content/sessions/${session} is not.`]),
    ...(updatedOn < publishedOn ? ['Give "updatedOn" a day from "publishedOn" on.'] : []),
  ];
}

/**
 * Parses and checks one text; each fault begins with its line. `article` is missing when it cannot be parsed. Only with
 * `namesRemedies` may it name alcohol or medicines.
 */
export function parseAndCheckArticle(
  raw: string,
  language: Language,
  { namesRemedies = false }: { namesRemedies?: boolean | undefined } = {},
): { article?: Article; faults: string[] } {
  const parsed = parseArticle(raw);
  if (!parsed.ok)
    return { faults: parsed.errors.map(({ line, message }) => `${line}: ${message}`) };
  const { article } = parsed;
  return {
    article,
    faults: [...findSizeFaults(article), ...findWordingFaults(raw, language, namesRemedies)],
  };
}

function findSizeFaults(article: Article): string[] {
  const { title, description, blocks } = article;
  const words = countArticleWords(article);
  const headings = blocks.filter(({ type }) => type === 'heading').length;
  const isOutside = (count: number, { least, most }: { least: number; most: number }) =>
    count < least || count > most;
  return [
    ...(title.length > MAX_TITLE
      ? [`1: Shorten the title to ${MAX_TITLE} characters; it has ${title.length}.`]
      : []),
    ...(isOutside(description.length, DESCRIPTION)
      ? [
          `2: Write a description of ${DESCRIPTION.least} to ${DESCRIPTION.most} characters; it has ${description.length}.`,
        ]
      : []),
    ...(isOutside(words, WORDS)
      ? [`1: Write ${WORDS.least} to ${WORDS.most} words; there are ${words}.`]
      : []),
    ...(isOutside(headings, HEADINGS)
      ? [`1: Write ${HEADINGS.least} to ${HEADINGS.most} headings; there are ${headings}.`]
      : []),
  ];
}

// A space that breaks before French punctuation or inside « », none at all, and a straight apostrophe.
const LOOSE_FRENCH =
  /[^\s\u202f][ \u00a0]?[;!?](?=\s|$)|[^\u00a0]»|«[^\u00a0]|[^\s\u00a0] ?:(?=\s)|'/u;

function findWordingFaults(raw: string, language: Language, namesRemedies: boolean): string[] {
  return raw.split(/\r?\n/u).flatMap((line, index) => {
    const text = line.replace(/^\w+: /u, '');
    // The title of a document keeps its own words, and an English one its own typography.
    const isSource = line.startsWith('source:');
    const words = isSource ? [] : findForbiddenWords(text, language, { namesRemedies });
    const forbidden = words.map((word) => `Say it without "${word}", which is not for us to say.`);
    const isLoose = language === 'fr' && !isSource && LOOSE_FRENCH.test(text);
    const inexact = isSource ? (findSourceFault(text) ?? []) : [];
    return [
      ...forbidden,
      ...[inexact].flat(),
      ...(isLoose ? ['Write U+202F before ; ! ?, U+00A0 before : and inside « », and ’.'] : []),
    ].map((fault) => `${index + 1}: ${fault}`);
  });
}
