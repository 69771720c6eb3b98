import type { MeanOutcomeChange, Outcomes } from '#shared/contract/outcomes.ts';
import { formatCsv } from '#web/lib/csv.ts';

/** The columns of the file, in their order; what each means is in the data dictionary. */
export const OUTCOME_COLUMNS = [
  'group',
  'name',
  'began',
  'again',
  'left',
  'people',
  'before_mean',
  'after_mean',
  'change_mean',
  'change_low_95',
  'change_high_95',
  'last_day',
] as const;
export type OutcomeColumn = (typeof OUTCOME_COLUMNS)[number];

type FollowUp = Pick<Outcomes, 'began' | 'again' | 'left'>;

const round = (value: number) => Math.round(value * 100) / 100;
const listFollowUp = ({ began, again, left }: FollowUp) => [began, again, left];
const listChange = (change: MeanOutcomeChange | null) =>
  change
    ? [
        change.people,
        ...[change.before, change.after, change.change, change.low, change.high].map(round),
      ]
    : [null, null, null, null, null, null];

/** Builds the outcomes as CSV: a line for all people, each area and each program; a hidden number is an empty cell. */
export function buildOutcomesCsv(outcomes: Outcomes): string {
  const { lastDay, overall, areas, programs } = outcomes;
  const lines = [
    ['all', '', ...listFollowUp(outcomes), ...listChange(overall)],
    ...areas.map((one) => ['area', one.area, ...listFollowUp(outcomes), ...listChange(one)]),
    ...programs.map((one) => [
      ...['program', one.title],
      ...listFollowUp(one),
      ...listChange(one.overall),
    ]),
  ];
  return formatCsv([OUTCOME_COLUMNS, ...lines.map((cells) => [...cells, lastDay])]);
}

/** Builds the data dictionary of the file as CSV: what each column means. */
export const buildOutcomesDictionaryCsv = (describe: (column: OutcomeColumn) => string): string =>
  formatCsv([
    ['column', 'meaning'],
    ...OUTCOME_COLUMNS.map((column) => [column, describe(column)]),
  ]);
