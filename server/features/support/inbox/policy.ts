const HOUR_MS = 3_600_000;

/** Returns whether a question has waited longer than was promised. */
export const isLate = (waitingSince: Date | null, answerHours: number, now: Date): boolean =>
  waitingSince !== null && now.getTime() - waitingSince.getTime() > answerHours * HOUR_MS;
