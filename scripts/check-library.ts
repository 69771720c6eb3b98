import path from 'node:path';
import { findCoverageFaults } from './library/coverage.ts';
import { readSession, listSessionFolders } from './library/read.ts';
import { findSessionFaults } from './library/rules.ts';

// Holds the starter library to docs/decisions/014-starter-library.md. Prints every fault as
// `file: what is wrong` and exits 1 when there is one. With folders named, checks only those, with their figures.

const SESSIONS = path.join(import.meta.dirname, '../content/sessions');
const named = process.argv.slice(2);
const folders = named.length > 0 ? named : listSessionFolders(SESSIONS);

const sessions = folders.map(readSession);
const faults = sessions.flatMap(findSessionFaults);
if (named.length === 0) faults.push(...findCoverageFaults(sessions));

for (const { slug, texts } of named.length > 0 ? sessions : []) {
  for (const { language, figures } of texts) {
    if (!figures) continue;
    const { minutes, wordsAMinute, meanSentence, longestSentence } = figures;
    process.stdout.write(
      `${slug}/${language}: ${minutes.toFixed(1)} min, ${Math.round(wordsAMinute)} words a minute, ` +
        `sentences of ${meanSentence.toFixed(1)} words, the longest ${longestSentence}\n`,
    );
  }
}
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`${sessions.length} sessions, ${faults.length} faults\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
