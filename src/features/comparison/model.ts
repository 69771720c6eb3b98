import type { FearArea } from '#shared/rules/fear-areas.ts';
import { type Answers, type ReportRow, reportRows } from '#web/features/assessment/model.ts';

/** How many of a person's areas are called their strongest. */
const MOST = 3;

export interface ComparedRow extends Omit<ReportRow, 'high'> {
  /** One of the person's strongest. */
  strong: boolean;
}

export interface Comparison {
  /** The areas of the session, its main one first. */
  met: ComparedRow[];
  /** All others, the person's strongest first. */
  others: ComparedRow[];
  /** How many strongest areas the person has: fewer than three only when fewer are above calm. */
  strongest: number;
  /** How many of those the session meets. */
  shared: number;
}

/** A session's areas beside a person's own answers. Calm is never strong; equals stand as in the report. */
export function compare(areas: readonly FearArea[], answers: Answers): Comparison {
  const rows = reportRows(answers).map(({ area, score }, place) => ({
    area,
    score,
    strong: place < MOST && score > 0,
  }));
  const met = areas.flatMap((area) => rows.find((row) => row.area === area) ?? []);
  return {
    met,
    others: rows.filter(({ area }) => !areas.includes(area)),
    strongest: rows.filter(({ strong }) => strong).length,
    shared: met.filter(({ strong }) => strong).length,
  };
}
