const HOUR_MS = 3_600_000;

/**
 * Returns whether a support question has waited longer than the promised number of hours for its answer; false when it
 * does not wait (null).
 */
export const isAnswerLate = (waitingSince: Date | null, answerHours: number, now: Date): boolean =>
  waitingSince !== null && now.getTime() - waitingSince.getTime() > answerHours * HOUR_MS;
