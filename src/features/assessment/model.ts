import type { AssessmentHistory, AssessmentState } from '#shared/contract/assessment.ts';
import {
  AREA_GROUPS,
  type AreaGroup,
  FEAR_AREAS,
  type FearArea,
  isFearArea,
} from '#shared/rules/fear-areas.ts';
import { type FearAnswers, HIGH_FROM } from '#shared/rules/fear-report.ts';
import { addDays, todayIn } from '#shared/rules/flight-date.ts';
import { changeBetween } from '#shared/rules/reliable-change.ts';

/** Answers given so far; an area that is not there has not been answered, which is not the same as 0. */
export type Answers = Partial<Record<FearArea, number>>;

/** What this device keeps of an assessment under way. */
export interface LocalDraft {
  answers: Answers;
  /** Whether the server has yet to acknowledge these answers. */
  pending: boolean;
  /** When the last answer was given, ISO 8601. */
  at: string;
  /** The consent under which they were given. */
  consentGivenAt: string | null;
}

/** Only real areas with whole numbers from 0 to 10: storage may hold anything. */
export function cleanAnswers(value: unknown): Answers {
  if (typeof value !== 'object' || value === null) return {};
  const entries = Object.entries(value).filter(
    ([key, score]) => isFearArea(key) && Number.isInteger(score) && score >= 0 && score <= 10,
  );
  return Object.fromEntries(entries) as Answers;
}

/**
 * A draft as it was stored, or null when there is none that can be read, or none that belongs to the consent
 * in force: that of an earlier one went when it was withdrawn.
 */
export function parseDraft(text: string | null, consentGivenAt: string | null): LocalDraft | null {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<LocalDraft> | null;
    if (!value || typeof value.at !== 'string') return null;
    // A page that was opened before drafts said it kept none.
    const under = value.consentGivenAt ?? consentGivenAt;
    if (under !== consentGivenAt) return null;
    const { answers, pending, at } = value;
    return { answers: cleanAnswers(answers), pending: pending === true, at, consentGivenAt };
  } catch {
    return null;
  }
}

/**
 * The answers to go on with. What this device has not been able to send is newer than what the server
 * has; anything else the server knows better. A draft older than the last completed assessment is over.
 */
export function mergeDraft(
  local: LocalDraft | null,
  server: Answers,
  completedAt: string | null,
): { answers: Answers; pending: boolean } {
  const over = local && completedAt !== null && Date.parse(local.at) <= Date.parse(completedAt);
  if (!local || over || !local.pending) return { answers: cleanAnswers(server), pending: false };
  return { answers: { ...cleanAnswers(server), ...local.answers }, pending: true };
}

/** Whether nothing of a fear may be kept, nor is: the consent was not given yet, or it was withdrawn. */
export function isWithdrawn({ consentGiven, draft, completed }: AssessmentState): boolean {
  return !consentGiven && !completed && Object.keys(draft).length === 0;
}

/** The answers that are lost with this device: the server does not have them, and would keep them. Or null. */
export function answersToSend(
  local: LocalDraft | null,
  {
    consentGiven,
    draft,
    completed,
  }: Pick<AssessmentState, 'consentGiven' | 'draft'> & {
    completed: Pick<NonNullable<AssessmentState['completed']>, 'completedAt'> | null;
  },
): Answers | null {
  const { answers, pending } = mergeDraft(local, draft, completed?.completedAt ?? null);
  return pending && consentGiven && !sameAnswers(answers, cleanAnswers(draft)) ? answers : null;
}

/** The four questions of a weekly check-in, in the order in which they are asked. */
export const CHECK_IN_QUESTIONS = ['fear', 'worry', 'avoidance', 'confidence'] as const;
export type CheckInQuestion = (typeof CHECK_IN_QUESTIONS)[number];
type CheckIn = AssessmentHistory['checkIns'][number];

/** The mean of the three questions about fear, 0–10; how sure one is of boarding stands for itself. */
export function checkInMean({ answers }: CheckIn): number {
  return (answers.fear + answers.worry + answers.avoidance) / 3;
}

const WEEK_DAYS = 7;

/** The day from which the next check-in is possible, a week after the last; null before the first. */
export function nextCheckInOn(checkIns: readonly CheckIn[], timeZone: string): string | null {
  const latest = checkIns.at(-1);
  return latest ? addDays(todayIn(timeZone, new Date(latest.takenAt)), WEEK_DAYS) : null;
}

/** What can be said of the first result beside the latest: of all areas together, and of each that changed. */
export function changesOf(results: AssessmentHistory['results']) {
  const [first, latest] = [results[0], results.at(-1)];
  if (!first || !latest || first === latest) return null;
  const areas = FEAR_AREAS.map(({ key }) => ({
    area: key,
    before: first.answers[key] ?? 0,
    after: latest.answers[key] ?? 0,
  })).map((row) => ({ ...row, change: changeBetween(row.before, row.after, 'area') }));
  return {
    first,
    latest,
    overall: changeBetween(first.average, latest.average, 'overall'),
    areas: areas.filter(({ change }) => change !== 'no_change_yet'),
  };
}

/** The place of the first area without an answer; the last place when every area has one. */
export function placeToResume(answers: Answers): number {
  const place = FEAR_AREAS.findIndex(({ key }) => answers[key] === undefined);
  return place < 0 ? FEAR_AREAS.length - 1 : place;
}

/** Whether two sets of answers say the same. */
export function sameAnswers(one: Answers, other: Answers): boolean {
  return FEAR_AREAS.every(({ key }) => one[key] === other[key]);
}

/** How an intensity is called aloud. */
export function wordOf(value: number): 'calm' | 'light' | 'clear' | 'strong' | 'very' | 'worst' {
  if (value === 0) return 'calm';
  if (value <= 3) return 'light';
  if (value <= 6) return 'clear';
  if (value <= 8) return 'strong';
  return value === 9 ? 'very' : 'worst';
}

/** The two areas to begin with; never the same. */
export interface Focus {
  primary: FearArea;
  secondary: FearArea;
}

/** The two areas as they were chosen; until they are, those proposed. */
export function focusOf({
  primaryFocus,
  secondaryFocus,
  report,
}: Pick<
  NonNullable<AssessmentState['completed']>,
  'primaryFocus' | 'secondaryFocus' | 'report'
>): Focus {
  return primaryFocus && secondaryFocus
    ? { primary: primaryFocus, secondary: secondaryFocus }
    : report.proposedFocus;
}

/** Sets one of the two focus areas; choosing the other one's area makes them change places. */
export function withFocus(focus: Focus, which: keyof Focus, area: FearArea): Focus {
  const other = which === 'primary' ? 'secondary' : 'primary';
  return { ...focus, [which]: area, ...(focus[other] === area && { [other]: focus[which] }) };
}

export interface ReportRow {
  area: FearArea;
  score: number;
  high: boolean;
}

/** The rows of the report, the strongest first; equal scores keep the order in which they were asked. */
export function reportRows(answers: Answers): ReportRow[] {
  const complete = answers as FearAnswers;
  return FEAR_AREAS.map(({ key }) => ({
    area: key,
    score: complete[key],
    high: complete[key] >= HIGH_FROM,
  })).toSorted((a, b) => b.score - a.score);
}

/** The rows of the report under the groups of a flight's course; within a group the strongest first. */
export function reportCourse(answers: Answers): { group: AreaGroup; rows: ReportRow[] }[] {
  const groupOf = new Map<FearArea, AreaGroup>(FEAR_AREAS.map(({ key, group }) => [key, group]));
  const rows = reportRows(answers);
  return AREA_GROUPS.map((group) => ({
    group,
    rows: rows.filter(({ area }) => groupOf.get(area) === group),
  }));
}

/** An average with its one decimal, as the language writes it. */
export function averageIn(language: string, average: number): string {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(average);
}
