import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContentDetail, ContentSummary } from '#shared/contract/contents.ts';
import { createTestPerson, type TestPerson } from '#server/testing/people.ts';
import { buildSessionPageFromCache } from '#web/lib/offline/session-list.ts';
import { startTestServer, type TestServer } from './fixtures/test-server.ts';

// The search of a device without a network beside the server's, in the whole library and without a browser.

const WORDS = {
  en: [
    ...['turbulence', 'storm', 'crash', 'heart', 'breathing', 'wings', 'doors', 'night', 'ocean'],
    ...['panic', 'landing', 'take-off', 'noise', 'pilot', 'engine', 'child', 'height', 'seat belt'],
    ...['feet', 'window'],
  ],
  fr: [
    ...['turbulences', 'orage', 'accident', 'cœur', 'respiration', 'ailes', 'portes', 'nuit'],
    ...['océan', 'panique', 'atterrissage', 'décollage', 'bruit', 'pilote', 'moteur', 'enfant'],
    ...['vertige', 'ceinture', 'pieds', 'hublot'],
  ],
} as const;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Lists all sessions that the server has for a search, or without one. */
async function listOnServer(person: TestPerson, search?: string): Promise<ContentSummary[]> {
  const items: ContentSummary[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string | number> = {
      limit: 50,
      ...(search && { search }),
      ...(cursor && { cursor }),
    };
    const reply = await person.call('GET /api/contents', { query });
    items.push(...reply.body.items);
    cursor = reply.body.nextCursor;
  } while (cursor);
  return items;
}

describe.each(['en', 'fr'] as const)('in %s', (language) => {
  it('a device finds every session that the server finds for a word, in titles and in what is said', async () => {
    const person = await createTestPerson(server.app, server.db, { language });
    const sessions = await listOnServer(person);
    const texts: ContentDetail[] = [];
    for (const { id } of sessions)
      texts.push((await person.call('GET /api/contents/:id', { params: { id } })).body);
    const missing: string[] = [];
    for (const word of WORDS[language]) {
      const found = await listOnServer(person, word);
      expect(found.length, word).toBeGreaterThan(0);
      const question = new URLSearchParams({ search: word });
      const page = await buildSessionPageFromCache(sessions, question, async () => texts);
      const known = new Set(page?.items.map(({ id }) => id));
      for (const { id, title } of found) if (!known.has(id)) missing.push(`${word}: ${title}`);
    }
    expect(missing).toEqual([]);
  });
});
