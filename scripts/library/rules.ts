import type { Figures, LibrarySession, SessionText } from './read.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import type { SessionForm } from '#shared/rules/script-timing.ts';
import { findHomeworkFaults, takeClosing } from './homework.ts';
import { MAX_COMFORTABLE_WORDS } from './read.ts';
import { findSourceFault } from './sources.ts';
import { findForbiddenWords } from './words.ts';

interface Range {
  least: number;
  most: number;
}

/** The ranges of docs/decisions/014-starter-library.md. */
const MINUTES: Record<SessionForm, Range> = {
  sos: { least: 1, most: 3 },
  seat: { least: 2, most: 4.05 },
  full: { least: 3, most: 12 },
  long: { least: 15, most: 30 },
};
const MEAN_SENTENCE: Record<SessionForm, Range> = {
  sos: { least: 4, most: 11 },
  seat: { least: 4, most: 11 },
  full: { least: 6, most: 16 },
  long: { least: 6, most: 16 },
};
const MAX_SENTENCE_WORDS = 26;
const MAX_LONG_SHARE = 0.15;
/** Spoken words a minute, silences between sentences counted; the pace itself is the parser's. */
const SPEED = { least: 78, most: 132 };

/** What is wrong with one session, a line each: both languages there, parsed, inside every range. */
export function findSessionFaults(session: LibrarySession): string[] {
  const missing = LANGUAGES.filter(
    (language) => !session.texts.some((text) => text.language === language),
  ).map((language) => `${session.slug}: ${language}.txt is missing`);
  const found = session.texts.flatMap((text) =>
    findTextFaults(session, text).map((fault) => `${session.slug}/${text.language}.txt: ${fault}`),
  );
  return [...missing, ...found];
}

function findTextFaults(
  session: LibrarySession,
  { errors, figures, raw, sentences, language }: SessionText,
) {
  const forbidden = sentences.flatMap((sentence) =>
    findForbiddenWords(sentence, language).map(
      (word) => `"${word}" is not for us to say: ${sentence}`,
    ),
  );
  const homework = findHomeworkFaults(takeClosing(raw), language);
  const ranges = figures ? findRangeFaults(session, figures) : [];
  return [...errors, ...ranges, ...forbidden, ...homework];
}

function findRangeFaults({ category, form }: LibrarySession, figures: Figures): string[] {
  const { minutes, wordsAMinute, meanSentence, longestSentence, longShare, sources } = figures;
  const faults: string[] = [];
  const length = MINUTES[form];
  const mean = MEAN_SENTENCE[form];
  if (minutes < length.least || minutes > length.most)
    faults.push(`lasts ${minutes.toFixed(2)} minutes, not ${length.least} to ${length.most}`);
  if (wordsAMinute < SPEED.least || wordsAMinute > SPEED.most)
    faults.push(`${Math.round(wordsAMinute)} words a minute, not ${SPEED.least} to ${SPEED.most}`);
  if (meanSentence < mean.least || meanSentence > mean.most)
    faults.push(
      `sentences have ${meanSentence.toFixed(1)} words in the mean, ` +
        `not ${mean.least} to ${mean.most}`,
    );
  if (longestSentence > MAX_SENTENCE_WORDS)
    faults.push(`a sentence has ${longestSentence} words, over ${MAX_SENTENCE_WORDS}`);
  if (longShare > MAX_LONG_SHARE)
    faults.push(
      `${Math.round(longShare * 100)} % of the sentences have over ${MAX_COMFORTABLE_WORDS} words, ` +
        `at most ${MAX_LONG_SHARE * 100} %`,
    );
  if (category === 'technical' && sources.length === 0)
    faults.push('a technical session names no source');
  return [...faults, ...sources.flatMap((source) => findSourceFault(source) ?? [])];
}
