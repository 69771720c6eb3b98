import type { Figures, LibrarySession, SessionText } from './read.ts';
import { COMFORTABLE_WORDS, LANGUAGES } from './read.ts';
import { forbiddenIn } from './words.ts';

/** The ranges of docs/decisions/014-starter-library.md. */
const MINUTES = { least: 3, most: 12 };
const MEAN_SENTENCE = { least: 6, most: 16 };
const LONGEST_SENTENCE = 26;
const LONG_SHARE = 0.15;
/** Spoken words a minute, silences between sentences counted; the pace itself is the parser's. */
const SPEED = { least: 78, most: 132 };

/** What is wrong with one session, a line each: both languages there, parsed, inside every range. */
export function sessionFaults(session: LibrarySession): string[] {
  const missing = LANGUAGES.filter(
    (language) => !session.texts.some((text) => text.language === language),
  ).map((language) => `${session.slug}: ${language}.txt is missing`);
  const found = session.texts.flatMap((text) =>
    textFaults(session, text).map((fault) => `${session.slug}/${text.language}.txt: ${fault}`),
  );
  return [...missing, ...found];
}

function textFaults(
  session: LibrarySession,
  { errors, figures, sentences, language }: SessionText,
) {
  const forbidden = sentences.flatMap((sentence) =>
    forbiddenIn(sentence, language).map((word) => `"${word}" is not for us to say: ${sentence}`),
  );
  return [...errors, ...(figures ? rangeFaults(session, figures) : []), ...forbidden];
}

function rangeFaults({ category }: LibrarySession, figures: Figures): string[] {
  const { minutes, wordsAMinute, meanSentence, longestSentence, longShare, sources } = figures;
  const faults: string[] = [];
  if (minutes < MINUTES.least || minutes > MINUTES.most)
    faults.push(`lasts ${minutes.toFixed(1)} minutes, not ${MINUTES.least} to ${MINUTES.most}`);
  if (wordsAMinute < SPEED.least || wordsAMinute > SPEED.most)
    faults.push(`${Math.round(wordsAMinute)} words a minute, not ${SPEED.least} to ${SPEED.most}`);
  if (meanSentence < MEAN_SENTENCE.least || meanSentence > MEAN_SENTENCE.most)
    faults.push(
      `sentences have ${meanSentence.toFixed(1)} words in the mean, ` +
        `not ${MEAN_SENTENCE.least} to ${MEAN_SENTENCE.most}`,
    );
  if (longestSentence > LONGEST_SENTENCE)
    faults.push(`a sentence has ${longestSentence} words, over ${LONGEST_SENTENCE}`);
  if (longShare > LONG_SHARE)
    faults.push(
      `${Math.round(longShare * 100)} % of the sentences have over ${COMFORTABLE_WORDS} words, ` +
        `at most ${LONG_SHARE * 100} %`,
    );
  if (category === 'technical' && sources === 0) faults.push('a technical session names no source');
  return faults;
}
