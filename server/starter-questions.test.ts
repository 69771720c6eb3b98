// @module-tag whole

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { findArticleSlugForSearch } from '#shared/rules/asked-words.ts';
import { LANGUAGES, type Language } from '#shared/rules/languages.ts';

// 200 questions a language, written before the titles were read, against the real library.

const MAX_PLACE = 3;
const MIN_HITS = 190;

/** What is typed, and the sessions or the article of which one has to be among the first. */
const QUESTIONS = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'testing/everyday-questions.json'), 'utf8'),
) as Record<Language, Record<string, string[]>>;

let site: TestApp;
const people = new Map<Language, TestPerson>();
beforeAll(async () => {
  site = await createTestApp();
  await importLibraryAndUpdateSearchIndex(site.db, path.join(import.meta.dirname, '../content'));
  for (const language of LANGUAGES) people.set(language, await site.createPerson({ language }));
});
afterAll(() => site.close());

async function search(language: Language, typed: string): Promise<string[]> {
  const own = people.get(language);
  if (!own) throw new Error(`Nobody reads ${language}.`);
  const query = { search: typed, limit: MAX_PLACE };
  const sessions = (await own.call('GET /api/contents', { query })).body.items;
  const article = findArticleSlugForSearch(typed, language);
  // The page shows the article above the sessions.
  return [...(article ? [`article:${article}`] : []), ...sessions.map(({ slug }) => slug)].slice(
    0,
    MAX_PLACE,
  );
}

describe.each(LANGUAGES)('what is asked at night in %s', (language) => {
  it(`finds a fitting session or article among the first three, ${MIN_HITS} times in 200`, async () => {
    const asked = Object.entries(QUESTIONS[language]);
    const missed: string[] = [];
    for (const [typed, right] of asked) {
      const found = await search(language, typed);
      if (!found.some((slug) => right.includes(slug)))
        missed.push(`“${typed}”: ${found.join(', ') || 'nothing'}`);
    }
    process.stdout.write(`  ${language}: ${asked.length - missed.length} of ${asked.length}\n`);
    expect(asked).toHaveLength(200);
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(asked.length - MIN_HITS);
  });
});
