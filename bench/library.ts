import { v7 } from 'uuid';
import type { Database } from '#server/db/connect.ts';
import { saveAuthor, saveSession } from '#server/features/contents/writes.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';

const CATEGORIES = ['meditation', 'technical', 'podcast'] as const;

/** Fills a database with sessions of the shape and weight of the starter library's. */
export async function makeLibrary(db: Database, count: number): Promise<void> {
  const authorId = v7();
  const texts = LANGUAGES.map((language) => ({
    language,
    name: 'Bench',
    about: 'Made to measure.',
  }));
  await saveAuthor(db, { id: authorId, slug: 'bench', texts });
  for (let index = 0; index < count; index++) {
    const areas = [0, 5, 9].map((step) => FEAR_AREAS[(index + step) % FEAR_AREAS.length]);
    await saveSession(db, {
      id: v7(),
      slug: `bench-${index}`,
      kind: index % 2 === 0 ? 'load' : 'flow',
      category: CATEGORIES[index % 3] ?? 'meditation',
      form: 'full',
      optIn: false,
      situations: ['cruise'],
      guard: null,
      access: 'pass',
      areas: areas.flatMap((area) => (area ? [area.key] : [])),
      authorId,
      publishedAt: new Date(Date.UTC(2026, 0, 1 + index)),
      sourceHash: String(index),
      texts: LANGUAGES.map((language) => ({
        language,
        title: `Session number ${index}`,
        summary: 'A sentence about what this session is for, as long as they usually are in here.',
        tags: ['breathing', 'in the seat', 'before the flight'],
        sources: [],
        cues: [
          { type: 'say' as const, at: 0, duration: 4000, text: 'One sentence.', paragraph: 0 },
        ],
        durationMs: 300_000 + index * 1000,
        recording: null,
      })),
    });
  }
}
