import { createLazyComponent } from '#web/ui/lazy-component.tsx';

/** The form of a forecast or a debrief, whose code is loaded when it is first needed. */
export const LazyFlightRecordDialog = createLazyComponent(() =>
  import('./record-dialog.tsx').then((m) => m.FlightRecordDialog),
);
