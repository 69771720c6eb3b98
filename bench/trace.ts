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

export interface ThreadTask {
  ms: number;
  what: string;
}

/** Returns how long an event took, by the processor's time where it is known, in milliseconds. */
const getMs = ({ tdur, dur }: TraceEvent) => (tdur ?? dur ?? 0) / 1000;

/** Lists the tasks of a thread from a moment on that hold an event whose name matches, the longest first. */
export function listThreadTasks(
  events: readonly TraceEvent[],
  { pid, tid, ts: from }: Pick<TraceEvent, 'pid' | 'tid' | 'ts'>,
  holds = /./,
): ThreadTask[] {
  const own = events.filter(
    ({ ph, ts, dur = 0, ...event }) =>
      ph === 'X' && event.pid === pid && event.tid === tid && ts + dur >= from,
  );
  return own
    .filter(({ name }) => name.endsWith('RunTask'))
    .flatMap((task) => {
      const parts = own.filter(
        ({ name, ts, dur = 0 }) =>
          !name.includes('RunTask') && ts >= task.ts && ts + dur <= task.ts + (task.dur ?? 0),
      );
      if (!parts.some(({ name }) => holds.test(name))) return [];
      const sums = new Map<string, number>();
      for (const part of parts) sums.set(part.name, (sums.get(part.name) ?? 0) + getMs(part));
      const what = [...sums]
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, 6)
        .map(([name, ms]) => `${name} ${ms.toFixed(0)}`)
        .join(', ');
      return [{ ms: getMs(task), what }];
    })
    .toSorted((a, b) => b.ms - a.ms);
}

/** Reads from a trace when the largest paint came, what moved, and which tasks took longest. */
export function summarisePageLoad(events: readonly TraceEvent[]) {
  const last = events.findLast(({ name }) => name === 'largestContentfulPaint::Candidate');
  const main = events.find(
    ({ name, pid, args }) =>
      name === 'thread_name' && pid === last?.pid && args.name === 'CrRendererMain',
  );
  if (!last || !main) throw new Error('nothing was painted');
  const start = events.findLast(
    ({ name, ts, pid }) => name === 'navigationStart' && pid === last.pid && ts <= last.ts,
  );
  const ts = start?.ts ?? 0;
  const shift = events
    .filter(({ name, args }) => name === 'LayoutShift' && !args.data?.had_recent_input)
    .reduce((sum, { args }) => sum + (args.data?.score ?? 0), 0);
  const tasks = listThreadTasks(events, { ...main, ts });
  return { paintMs: (last.ts - ts) / 1000, shift, tasks: tasks.slice(0, 5) };
}
