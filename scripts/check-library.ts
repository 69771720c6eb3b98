import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readArticles } from './library/articles.ts';
import { formatCautionTable } from './library/cautions.ts';
import { findDoseOrderFaults, findSessionPlacementFaults } from './library/program-order.ts';
import { findCoverageFaults } from './library/coverage.ts';
import { findSessionExposureFaults, formatExposureTable } from './library/exposure-figures.ts';
import { readPrograms } from './library/programs.ts';
import {
  findSessionFileFaults,
  readAndMeasureSession,
  listSessionFolders,
} from './library/read.ts';
import { findSessionScriptFaults } from './library/rules.ts';
import {
  countVerbalTics,
  findVerbalTicFaults,
  formatVerbalTicTable,
} from './library/verbal-tics.ts';

// Holds the starter library to docs/decisions/014-starter-library.md. Prints every fault as
// `file:line: what to do` (without a line where it is about the whole file) and exits 1 when there is one. With folders named, checks only those, with their figures. Without,
// checks the public articles too. `--doses` prints a table of stays, ratings, waits, guards and sources, `--tics` how
// often each habit of writing occurs, `--cautions` which sessions say which cautions, for a clinician to sign.

const CONTENT = path.join(import.meta.dirname, '../content');
const SESSIONS = path.join(CONTENT, 'sessions');
const { values: asked, positionals: named } = parseArgs({
  options: { doses: { type: 'boolean' }, tics: { type: 'boolean' }, cautions: { type: 'boolean' } },
  allowPositionals: true,
});
const folders = named.length > 0 ? named : listSessionFolders(SESSIONS);

const unreadable = folders.flatMap(findSessionFileFaults);
if (unreadable.length > 0) {
  process.stdout.write(`${unreadable.join('\n')}\n${unreadable.length} faults\n`);
  process.exit(1);
}

const sessions = folders.map(readAndMeasureSession);
const faults = sessions.flatMap((session) => [
  ...findSessionScriptFaults(session),
  ...findSessionExposureFaults(session),
]);
const tics = { en: countVerbalTics(sessions, 'en'), fr: countVerbalTics(sessions, 'fr') };
const read = named.length === 0 ? readArticles(CONTENT) : { articles: [], faults: [] };
if (named.length === 0) {
  const programs = readPrograms(CONTENT);
  const reasons = readFileSync(path.join(CONTENT, '../docs/standing-alone.md'), 'utf8');
  faults.push(
    ...findCoverageFaults(sessions, programs),
    ...findDoseOrderFaults(sessions, programs),
    ...findSessionPlacementFaults(sessions, programs, reasons),
    ...findVerbalTicFaults(tics),
    ...read.faults,
  );
}

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
if (asked.doses) process.stdout.write(`${formatExposureTable(sessions)}\n`);
if (asked.cautions) process.stdout.write(`${formatCautionTable(sessions)}\n`);
if (asked.tics) process.stdout.write(`${formatVerbalTicTable(tics)}\n`);
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(
  `${sessions.length} sessions, ${read.articles.length} articles, ${faults.length} faults\n`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
