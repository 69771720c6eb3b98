import { findExposureFaults } from '#shared/rules/session-findings.ts';
import { SELF_RATING_NAMES } from '#shared/rules/script-timing.ts';
import { describeScriptFinding } from './describe.ts';
import type { MeasuredSession, MeasuredSessionText } from './read.ts';

/**
 * Checks how much exposure and effort a session asks of its listener (see findExposureFaults), and that both languages ask
 * the same; one line per fault.
 */
export function findSessionExposureFaults(session: MeasuredSession): string[] {
  const { slug, kind, access, texts } = session;
  const counted = texts.flatMap(({ language, dose }) => (dose ? [{ language, dose }] : []));
  const differing = SELF_RATING_NAMES.filter(
    (name) => new Set(counted.map(({ dose }) => dose.asks[name])).size > 1,
  ).map((name) => `content/sessions/${slug}: ask for "${name}" equally often in both scripts`);
  const found = counted.flatMap(({ language, dose }) =>
    findExposureFaults({ kind, access: access ?? 'pass' }, dose).map(
      (finding) => `content/sessions/${slug}/${language}.txt: ${describeScriptFinding(finding)}`,
    ),
  );
  return [...differing, ...found];
}

const HEADINGS = 'session form kind min longest stays fear sure waits guard sources'.split(' ');

/**
 * Formats a plain-text table of how much each session asks of its listener, with a line for each session and language:
 * form, kind, minutes, longest stay in a feared scene, share of such stays, ratings, waits, guard and number of
 * sources. Texts that cannot be parsed are left out.
 */
export function formatExposureTable(sessions: readonly MeasuredSession[]): string {
  const rows = sessions.flatMap((session) =>
    session.texts.flatMap((text) => (text.figures ? [formatRow(session, text)] : [])),
  );
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const write = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [HEADINGS, ...rows].map(write).join('\n');
}

function formatRow(
  { slug, form, kind, guard }: MeasuredSession,
  text: MeasuredSessionText,
): string[] {
  const { dose, figures, language } = text;
  return [
    `${slug}/${language}`,
    form,
    kind,
    figures?.minutes.toFixed(1) ?? '',
    `${Math.round((dose?.longestStayMs ?? 0) / 1000)} s`,
    `${Math.round((dose?.stayShare ?? 0) * 100)} %`,
    String(dose?.asks.fear),
    String(dose?.asks.sure),
    String(dose?.waits),
    guard ?? '–',
    String(figures?.sources.length),
  ];
}
