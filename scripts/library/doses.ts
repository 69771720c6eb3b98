import { RATINGS, type Cue } from '#shared/rules/script-timing.ts';
import type { LibrarySession, SessionText } from './read.ts';

/** What a session asks of its listener, measured from its cues. */
export interface Dose {
  /** The longest time at a stretch in which nothing is said: pauses and sounds. */
  longestStayMs: number;
  /** Of the whole session, the stays between the first number that is asked for and the last, 0 to 1. */
  stayShare: number;
  /** How often each scale is asked for. */
  asks: Record<(typeof RATINGS)[number], number>;
  waits: number;
}

/** The least of an exposure: docs/decisions/047-doses-and-habits.md. */
const LEAST_STAY_MS = 45_000;
const LEAST_SHARE = 1 / 3;

/** Measures the stays, ratings and waits of a script. */
export function measureDose(cues: readonly Cue[], durationMs: number): Dose {
  const first = cues.findIndex(({ type }) => type === 'rate');
  const last = cues.findLastIndex(({ type }) => type === 'rate');
  let stretchMs = 0;
  let longestStayMs = 0;
  let inSceneMs = 0;
  for (const [index, { type, duration }] of cues.entries()) {
    if (type === 'ambience') continue;
    const isStay = type === 'pause' || type === 'sound';
    stretchMs = isStay ? stretchMs + duration : 0;
    longestStayMs = Math.max(longestStayMs, stretchMs);
    if ((isStay || type === 'breathe') && index > first && index < last) inSceneMs += duration;
  }
  const count = (name: (typeof RATINGS)[number]) =>
    cues.filter((cue) => cue.type === 'rate' && cue.name === name).length;
  return {
    longestStayMs,
    stayShare: inSceneMs / durationMs,
    asks: { fear: count('fear'), sure: count('sure') },
    waits: cues.filter(({ type }) => type === 'wait').length,
  };
}

/** What is wrong with the dose of a session, a line each. */
export function findDoseFaults(session: LibrarySession): string[] {
  const { slug, kind, access, texts } = session;
  const counted = texts.flatMap(({ language, dose }) => (dose ? [{ language, dose }] : []));
  const differing = RATINGS.filter(
    (name) => new Set(counted.map(({ dose }) => dose.asks[name])).size > 1,
  ).map((name) => `${slug}: asks for "${name}" more often in one language than in the other`);
  const found = counted.flatMap(({ language, dose }) =>
    [
      ...findAskFaults(kind, dose),
      ...(kind === 'load' ? findStayFaults(dose) : []),
      ...(access === 'free' ? findHoldFaults(dose) : []),
    ].map((fault) => `${slug}/${language}.txt: ${fault}`),
  );
  return [...differing, ...found];
}

function findAskFaults(kind: LibrarySession['kind'], { asks }: Dose): string[] {
  return RATINGS.flatMap((name) => {
    if (asks[name] === 1) return [`asks for "${name}" once, and so has nothing to compare it with`];
    return kind === 'load' && asks[name] === 0 ? [`an exposure never asks for "${name}"`] : [];
  });
}

function findStayFaults({ longestStayMs, stayShare }: Dose): string[] {
  const seconds = Math.round(longestStayMs / 1000);
  return [
    ...(longestStayMs < LEAST_STAY_MS
      ? [`stays ${seconds} s at most, not ${LEAST_STAY_MS / 1000}`]
      : []),
    ...(stayShare < LEAST_SHARE
      ? [`stays for ${Math.round(stayShare * 100)} % of its time, not a third`]
      : []),
  ];
}

function findHoldFaults({ asks, waits }: Dose): string[] {
  const holds = asks.fear + asks.sure + waits;
  return holds > 0 ? ['a free session plays outside the player, which alone can wait and ask'] : [];
}

const HEADINGS = 'session form kind min longest stays fear sure waits guard sources'.split(' ');

/** Writes the table of stays, ratings, waits, guards and sources, a line for each session and language. */
export function formatDoses(sessions: readonly LibrarySession[]): string {
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
