export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** When every history begins. */
export const HISTORY_BEGIN_MS = Date.UTC(2026, 0, 5, 9);
