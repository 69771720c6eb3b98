// The first use of Intl for a number or a date keeps a slow phone busy for 60 ms, because the browser then looks through all
// languages. Temporal does not, where there is one.

interface ZonedDateTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}
/** What is used of Temporal. */
export interface Temporal {
  Now: { timeZoneId: () => string };
  Instant: {
    fromEpochMilliseconds: (ms: number) => {
      toZonedDateTimeISO: (timeZone: string) => ZonedDateTime;
    };
  };
}

/** The browser's Temporal; undefined where there is none, as in Node. */
export const temporal = (globalThis as { Temporal?: Temporal }).Temporal;
