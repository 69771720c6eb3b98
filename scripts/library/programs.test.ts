import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readPrograms } from './programs.ts';

const content = mkdtempSync(path.join(tmpdir(), 'programs-'));
afterAll(() => {
  rmSync(content, { recursive: true });
});

function writeProgram(slug: string, summaries: Record<'en' | 'fr', string>) {
  const folder = path.join(content, 'programs', slug);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'program.json'), JSON.stringify({ lessons: [] }));
  for (const [language, summary] of Object.entries(summaries))
    writeFileSync(path.join(folder, `${language}.json`), JSON.stringify({ summary, lessons: {} }));
}

describe('the summary of a program', () => {
  it('may be as long as the import takes, and not a character longer', () => {
    writeProgram('just-right', { en: 'a'.repeat(180), fr: 'Court.' });
    writeProgram('too-long', { en: 'Short.', fr: 'é'.repeat(181) });

    const faults = readPrograms(content).flatMap((program) => program.faults);

    expect(faults).toEqual([
      'content/programs/too-long/fr.json: shorten the summary to 180 characters; it has 181',
    ]);
  });
});
