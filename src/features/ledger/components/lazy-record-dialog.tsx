import { lazyComponent } from '#web/ui/lazy-component.tsx';

/** The form of a forecast or a debrief; loaded once there is something to write about. */
export const RecordDialog = lazyComponent(() =>
  import('./record-dialog.tsx').then((m) => m.RecordDialog),
);
