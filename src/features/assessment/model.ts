import type { AssessmentHistory, AssessmentState } from '#shared/contract/assessment.ts';
import {
  AREA_GROUPS,
  type AreaGroup,
  FEAR_AREAS,
  type FearArea,
  isFearArea,
} from '#shared/rules/fear-areas.ts';
import {
  type FearAnswers,
  type FearReport,
  HIGH_AREA_MIN_SCORE,
} from '#shared/rules/fear-report.ts';
import { addDays, getCivilDate } from '#shared/rules/flight-date.ts';
import { classifyFearChange } from '#shared/rules/reliable-change.ts';
import type { Translate } from '#web/lib/translation.ts';

/** Answers so far. A missing area is unanswered, which differs from 0. */
export type AssessmentAnswers = Partial<Record<FearArea, number>>;

/**
 * Parses stored answers of an assessment, which may be anything: keeps only known fear areas with whole numbers from 0
 * to 10.
 */
export function parseAnswers(value: unknown): AssessmentAnswers {
  if (typeof value !== 'object' || value === null) return {};
  const entries = Object.entries(value).filter(
    ([key, score]) => isFearArea(key) && Number.isInteger(score) && score >= 0 && score <= 10,
  );
  return Object.fromEntries(entries) as AssessmentAnswers;
}

/**
 * Returns whether there is neither a health consent nor stored answers: the consent was not given yet, or it was
 * withdrawn.
 */
export function isConsentAndAnswersMissing({
  consentGiven,
  draft,
  completed,
}: AssessmentState): boolean {
  return !consentGiven && !completed && Object.keys(draft).length === 0;
}

/** Answers on their way to the server, and the consent under which they were given, where that was said. */
interface GivenAnswers {
  answers: unknown;
  consentGivenAt?: string | undefined;
}

/**
 * Returns the state of an assessment with answers added that are not sent yet; `givenAt` is when they were given, where
 * known. Empty answers clear the draft. Answers under an earlier consent, or from before the assessment was completed,
 * are dropped.
 */
export function applyUnsentAnswers(
  state: AssessmentState,
  { answers, consentGivenAt }: GivenAnswers,
  givenAt?: string,
): AssessmentState {
  const { consentGiven, draft, completed } = state;
  const isOver =
    completed !== null &&
    givenAt !== undefined &&
    Date.parse(givenAt) <= Date.parse(completed.completedAt);
  const isOfOtherConsent = (consentGivenAt ?? state.consentGivenAt) !== state.consentGivenAt;
  if (!consentGiven || isOver || isOfOtherConsent) return state;
  const given = parseAnswers(answers);
  // No answers at all discard those that were kept.
  const isDiscarded = Object.keys(given).length === 0;
  return { ...state, draft: isDiscarded ? {} : { ...parseAnswers(draft), ...given } };
}

/** The four questions of a weekly check-in, in the order in which they are asked. */
export const CHECK_IN_QUESTIONS = ['fear', 'worry', 'avoidance', 'confidence'] as const;
type CheckIn = AssessmentHistory['checkIns'][number];
export type CheckInAnswers = CheckIn['answers'];

/** Adds a check-in to the history, oldest first, in place of one with the same id. */
export function addCheckInToHistory(
  history: AssessmentHistory,
  checkIn: CheckIn,
): AssessmentHistory {
  const others = history.checkIns.filter(({ id }) => id !== checkIn.id);
  const checkIns = [...others, checkIn].toSorted(
    (a, b) => Date.parse(a.takenAt) - Date.parse(b.takenAt),
  );
  return { ...history, checkIns };
}

/** Computes the mean of the three questions about fear, 0–10; confidence in boarding is not part of it. */
export function computeFearWorryAvoidanceMean({ answers }: CheckIn): number {
  return (answers.fear + answers.worry + answers.avoidance) / 3;
}

const WEEK_DAYS = 7;

/**
 * Returns the date from which the next weekly check-in is possible (`2026-12-04`, in a time zone): a week after the
 * last of `checkIns`, which are oldest first; null before the first.
 */
export function findNextCheckInDate(checkIns: readonly CheckIn[], timeZone: string): string | null {
  const latest = checkIns.at(-1);
  return latest ? addDays(getCivilDate(timeZone, new Date(latest.takenAt)), WEEK_DAYS) : null;
}

/** Compares the first and the latest result: overall, and each area that changed. Null with fewer than two results. */
export function compareFirstAndLatestResults(results: AssessmentHistory['results']) {
  const first = results[0];
  const latest = results.at(-1);
  if (!first || !latest || first === latest) return null;
  const areas = FEAR_AREAS.map(({ key }) => ({
    area: key,
    before: first.answers[key] ?? 0,
    after: latest.answers[key] ?? 0,
  })).map((row) => ({ ...row, change: classifyFearChange(row.before, row.after, 'area') }));
  return {
    first,
    latest,
    overall: classifyFearChange(first.average, latest.average, 'overall'),
    areas: areas.filter(({ change }) => change !== 'no_change_yet'),
  };
}

/** Returns the index of the first unanswered area; the last index when all are answered. */
export function getQuestionIndexToShow(answers: AssessmentAnswers): number {
  const place = FEAR_AREAS.findIndex(({ key }) => answers[key] === undefined);
  return place < 0 ? FEAR_AREAS.length - 1 : place;
}

/** Returns whether two sets of answers to the assessment are equal. */
export function areAnswersEqual(one: AssessmentAnswers, other: AssessmentAnswers): boolean {
  return FEAR_AREAS.every(({ key }) => one[key] === other[key]);
}

/** Returns the translation key of the word for an intensity of fear, 0–10. */
export function getIntensityWordKey(
  value: number,
): 'calm' | 'light' | 'clear' | 'strong' | 'very' | 'worst' {
  if (value === 0) return 'calm';
  if (value <= 3) return 'light';
  if (value <= 6) return 'clear';
  if (value <= 8) return 'strong';
  return value === 9 ? 'very' : 'worst';
}

export interface FocusAreas {
  primary: FearArea;
  secondary: FearArea;
}

/** Returns the chosen focus areas, or the proposed ones until a choice is made. */
export function getChosenOrProposedFocus({
  primaryFocus,
  secondaryFocus,
  report,
}: Pick<
  NonNullable<AssessmentState['completed']>,
  'primaryFocus' | 'secondaryFocus' | 'report'
>): FocusAreas {
  return primaryFocus && secondaryFocus
    ? { primary: primaryFocus, secondary: secondaryFocus }
    : report.proposedFocus;
}

/** Sets one focus area; choosing the area of the other swaps the two. */
export function changeFocusArea(
  focus: FocusAreas,
  which: keyof FocusAreas,
  area: FearArea,
): FocusAreas {
  const other = which === 'primary' ? 'secondary' : 'primary';
  return { ...focus, [which]: area, ...(focus[other] === area && { [other]: focus[which] }) };
}

export interface ReportRow {
  area: FearArea;
  score: number;
  high: boolean;
}

/**
 * Builds the report's rows, strongest first; equal scores keep the order of the questions. Every area must be answered.
 */
export function buildReportRows(answers: AssessmentAnswers): ReportRow[] {
  const complete = answers as FearAnswers;
  return FEAR_AREAS.map(({ key }) => ({
    area: key,
    score: complete[key],
    high: complete[key] >= HIGH_AREA_MIN_SCORE,
  })).toSorted((a, b) => b.score - a.score);
}

/** Groups the report's rows by phase of a flight, strongest first within a group. Every area must be answered. */
export function groupReportRowsByPhase(
  answers: AssessmentAnswers,
): { group: AreaGroup; rows: ReportRow[] }[] {
  const groups = new Map<FearArea, AreaGroup>(FEAR_AREAS.map(({ key, group }) => [key, group]));
  const rows = buildReportRows(answers);
  return AREA_GROUPS.map((group) => ({
    group,
    rows: rows.filter(({ area }) => groups.get(area) === group),
  }));
}

/** Formats an average of answers with one decimal. */
export function formatAverage(language: string, average: number): string {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(average);
}

/** Says a report in words: how many areas are high, then what that means. */
export function describeReport(
  {
    highAreas,
    totalAreas,
    overallLevel,
  }: Pick<FearReport, 'highAreas' | 'totalAreas' | 'overallLevel'>,
  t: Translate<'assessment'>,
): string {
  const values = { count: highAreas.length, total: totalAreas };
  const counted =
    highAreas.length === 0 ? t('report.countedNone', values) : t('report.counted', values);
  return `${counted} ${t(`report.levelText.${overallLevel}`)}`;
}
