import type { MeasuredSession, MeasuredSessionText } from './read.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { findUnsafeHomework, listClosingParagraphs } from '#shared/rules/homework.ts';
import { findSourceFault } from '#shared/rules/sources.ts';
import { findForbiddenWords } from '#shared/rules/forbidden-words.ts';
import { findScriptFigureFaults } from '#shared/rules/session-findings.ts';
import { findCautionAndUndeclaredActFaults } from '#shared/rules/session-acts.ts';
import { describeCautionOrUndeclaredActFault, describeScriptFinding } from './describe.ts';

/**
 * Checks the scripts of one session: both languages present, scripts parsed, figures in range, sources exact, no
 * forbidden words, no unsafe homework. Returns one line per fault. How much it asks of the listener is checked by
 * `findSessionExposureFaults`.
 */
export function findSessionScriptFaults(session: MeasuredSession): string[] {
  const missing = LANGUAGES.filter(
    (language) => !session.texts.some((text) => text.language === language),
  ).map(
    (language) =>
      `content/sessions/${session.slug}/${language}.txt: write this script, it is missing`,
  );
  const found = session.texts.flatMap((text) =>
    findTextFaults(session, text).map(
      (fault) => `content/sessions/${session.slug}/${text.language}.txt:${fault}`,
    ),
  );
  return [...missing, ...found];
}

function findTextFaults(
  session: MeasuredSession,
  { errors, figures, raw, sentences, language }: MeasuredSessionText,
) {
  const forbidden = sentences.flatMap((sentence) =>
    findForbiddenWords(sentence, language).map(
      (word) => `"${word}" is not for us to say: ${sentence}`,
    ),
  );
  const homework = findUnsafeHomework(listClosingParagraphs(raw), language);
  const ranges = figures ? findScriptFigureFaults(session, figures).map(describeScriptFinding) : [];
  const inexact = (figures?.sources ?? []).flatMap((source) => findSourceFault(source) ?? []);
  const { kind, category, form, does = [] } = session;
  const acts = findCautionAndUndeclaredActFaults(raw, language, { kind, category, form, does }).map(
    describeCautionOrUndeclaredActFault,
  );
  const ofWhole = [...ranges, ...inexact, ...forbidden, ...homework, ...acts];
  return [...errors, ...ofWhole.map((fault) => ` ${fault}`)];
}
