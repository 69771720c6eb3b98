import type { FearArea } from '#shared/rules/fear-areas.ts';
import {
  type AssessmentAnswers,
  type ReportRow,
  buildReportRows,
} from '#web/features/assessment/model.ts';

/** How many areas at most count as a person's strongest. */
const MAX_STRONGEST = 3;

export interface ComparedAreaRow extends Omit<ReportRow, 'high'> {
  /** One of the person's strongest. */
  strong: boolean;
}

export interface AreaComparison {
  /** The session's areas with the person's scores, its main area first. */
  sessionAreas: ComparedAreaRow[];
  others: ComparedAreaRow[];
  /** The number of strongest areas: fewer than three only when fewer are above calm. */
  strongestCount: number;
  /** How many of the strongest areas the session covers. */
  sharedCount: number;
}

/**
 * Compares a session's areas with a person's answers. Calm areas never count as strong; equal scores keep the
 * report's order.
 */
export function compareAreasWithAnswers(
  areas: readonly FearArea[],
  answers: AssessmentAnswers,
): AreaComparison {
  const rows = buildReportRows(answers).map(({ area, score }, place) => ({
    area,
    score,
    strong: place < MAX_STRONGEST && score > 0,
  }));
  const met = areas.flatMap((area) => rows.find((row) => row.area === area) ?? []);
  return {
    sessionAreas: met,
    others: rows.filter(({ area }) => !areas.includes(area)),
    strongestCount: rows.filter(({ strong }) => strong).length,
    sharedCount: met.filter(({ strong }) => strong).length,
  };
}
