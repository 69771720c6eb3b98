import { type Finding, findDoseFaults } from '#shared/rules/session-findings.ts';
import { SCRIPT_RATINGS } from '#shared/rules/script-timing.ts';
import { describeFinding } from './describe.ts';
import type { LibrarySession, SessionText } from './read.ts';

/**
 * Scripts written before a stay had to be said, which do not spend a third of their time in such stays yet. The list only
 * shrinks: a script that has reached its third is a fault while it stands here.
 */
export const UNDER_A_THIRD: readonly string[] = [
  'a-diversion/en',
  'a-diversion/fr',
  'after-the-news/en',
  'after-the-news/fr',
  'before-you-book/en',
  'before-you-book/fr',
  'cabin-sounds-near/en',
  'cabin-sounds-near/fr',
  'cabin-sounds-whole-flight/fr',
  'first-flight-after-years/en',
  'first-flight-after-years/fr',
  'landing-and-going-around/en',
  'landing-and-going-around/fr',
  'lights-out-over-the-ocean/en',
  'lights-out-over-the-ocean/fr',
  'making-it-strange/en',
  'making-it-strange/fr',
  'no-way-off/en',
  'no-way-off/fr',
  'on-one-engine/en',
  'on-one-engine/fr',
  'returning-to-that-flight/en',
  'returning-to-that-flight/fr',
  'seat-cruise/en',
  'seat-cruise/fr',
  'seat-take-off/en',
  'seat-take-off/fr',
  'seat-turbulence/en',
  'seat-turbulence/fr',
  'take-off-long/fr',
  'take-off-minute-by-minute/en',
  'take-off-minute-by-minute/fr',
  'the-door-closes-long/en',
  'the-door-closes-long/fr',
  'the-door-closes/en',
  'the-door-closes/fr',
  'the-things-we-grip/en',
  'the-things-we-grip/fr',
  'the-toilet-on-board/en',
  'the-toilet-on-board/fr',
  'the-what-if-voice/en',
  'the-what-if-voice/fr',
  'the-window-seat/en',
  'the-window-seat/fr',
  'through-the-airport/en',
  'through-the-airport/fr',
  'tray-tables/en',
  'tray-tables/fr',
  'when-the-plane-drops-long/fr',
  'when-the-plane-drops/en',
  'when-the-plane-drops/fr',
];

/**
 * Checks how much exposure and effort a session asks of its listener (see findDoseFaults), and that both languages ask
 * the same; one line per fault.
 */
export function describeDoseFaults(session: LibrarySession): string[] {
  const { slug, kind, access, texts } = session;
  const counted = texts.flatMap(({ language, dose }) => (dose ? [{ language, dose }] : []));
  const differing = SCRIPT_RATINGS.filter(
    (name) => new Set(counted.map(({ dose }) => dose.asks[name])).size > 1,
  ).map((name) => `${slug}: asks for "${name}" more often in one language than in the other`);
  const found = counted.flatMap(({ language, dose }) =>
    excuse(
      `${slug}/${language}`,
      findDoseFaults({ kind, access: access ?? 'pass' }, dose).map(describeCoded),
    ),
  );
  return [...differing, ...found];
}

const describeCoded = (finding: Finding) => ({
  code: finding.code,
  sentence: describeFinding(finding),
});

/** Leaves out what UNDER_A_THIRD excuses, and finds the script that needs no excuse any more. */
function excuse(script: string, found: readonly { code: string; sentence: string }[]): string[] {
  const isExcused = UNDER_A_THIRD.includes(script);
  const held = isExcused ? found.filter(({ code }) => code !== 'stay_share') : found;
  const isIdle = isExcused && held.length === found.length;
  return [
    ...held.map(({ sentence }) => `${script}.txt: ${sentence}`),
    ...(isIdle
      ? [`${script}.txt: stays for a third of its time; delete it from the exceptions`]
      : []),
  ];
}

const HEADINGS = 'session form kind min longest stays fear sure waits guard sources'.split(' ');

/**
 * Formats a plain-text table of how much each session asks of its listener, with a line for each session and language:
 * form, kind, minutes, longest stay in a feared scene, share of such stays, ratings, waits, guard and number of
 * sources. Texts that cannot be parsed are left out.
 */
export function formatDoseTable(sessions: readonly LibrarySession[]): string {
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

function formatRow({ slug, form, kind, guard }: LibrarySession, text: SessionText): string[] {
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
