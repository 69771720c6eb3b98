/// <reference types="node" />
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const root = new URL('../../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const plain = (line: string) => line.replaceAll(/[\u00a0\u202f]/g, ' ');
interface Landing {
  excerpt: { session: string; lines: string[]; after: string };
}

describe.each(['en', 'fr'])('the excerpt on the landing page (%s)', (language) => {
  const script = `content/sessions/long-exhale/${language}.txt`;
  const { excerpt } = JSON.parse(read(`src/locales/${language}/landing.json`)) as Landing;
  // Skipped, not passed, while the library has no such session.
  test.skipIf(!existsSync(new URL(script, root)))('is word for word what the session says', () => {
    const text = read(script);
    expect(text).toContain(`title: ${excerpt.session}`);
    for (const line of [...excerpt.lines, excerpt.after])
      expect(plain(text)).toContain(plain(line));
    expect(text).toMatch(/\[breathe in 4 out 6 /);
  });
});
