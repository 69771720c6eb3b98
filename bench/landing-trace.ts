/** An event of Chromium's trace; times in microseconds. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Of the processor. */
  tdur?: number;
  args: { name?: string; data?: { score?: number; had_recent_input?: boolean; type?: string } };
}

/** How a page loaded. */
export interface Load {
  paintMs: number;
  shift: number;
  /** The tasks of the page's thread, the longest first, with what took most of each. */
  tasks: { ms: number; what: string }[];
  scriptBytes: number;
}

/** Reads from a trace when the largest paint came, what moved, and which tasks ran. */
export function readLoad(events: readonly TraceEvent[]): Omit<Load, 'scriptBytes'> {
  const paints = events.filter(({ name }) => name === 'largestContentfulPaint::Candidate');
  const last = paints.at(-1);
  const start = events.findLast(
    ({ name, ts, pid }) =>
      name === 'navigationStart' && pid === last?.pid && ts <= (last?.ts ?? Infinity),
  );
  const shift = events
    .filter(({ name, args }) => name === 'LayoutShift' && !args.data?.had_recent_input)
    .reduce((sum, { args }) => sum + (args.data?.score ?? 0), 0);
  const main = events.find(
    ({ name, pid, args }) =>
      name === 'thread_name' && pid === last?.pid && args.name === 'CrRendererMain',
  );
  const own = events.filter(
    ({ ph, pid, tid, ts }) =>
      ph === 'X' && pid === main?.pid && tid === main.tid && ts >= (start?.ts ?? 0),
  );
  return {
    paintMs: ((last?.ts ?? 0) - (start?.ts ?? 0)) / 1000,
    shift,
    tasks: own
      .filter(({ name }) => /^(?:RunTask|ThreadControllerImpl::RunTask)$/.test(name))
      .toSorted((a, b) => getMs(b) - getMs(a))
      .slice(0, 5)
      .map((task) => ({ ms: getMs(task), what: describeTask(task, own) })),
  };
}

/** Returns how long an event took, by the processor's time where it is known, in milliseconds. */
export const getMs = ({ tdur, dur }: TraceEvent) => (tdur ?? dur ?? 0) / 1000;

/** Names the longest parts of a task. */
export function describeTask(task: TraceEvent, events: readonly TraceEvent[]): string {
  const parts = events.filter(
    ({ name, ts, dur = 0 }) =>
      !name.includes('RunTask') && ts >= task.ts && ts + dur <= task.ts + (task.dur ?? 0),
  );
  const sums = new Map<string, number>();
  for (const part of parts) sums.set(part.name, (sums.get(part.name) ?? 0) + getMs(part));
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 6)
    .map(([name, ms]) => `${name} ${ms.toFixed(0)}`)
    .join(', ');
}
