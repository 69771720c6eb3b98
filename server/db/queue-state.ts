import type { Pool } from '#server/db/pool.ts';

export interface JobQueueState {
  /** Jobs that wait for their first or next try. */
  waiting: number;
  running: number;
  /** Jobs whose last retry failed, within the last ten minutes. */
  failed: number;
  /** Seconds since the oldest job that is running or due was queued, or its time came; null when there is none. */
  oldestSeconds: number | null;
}

/** Counts the jobs of these kinds. */
export async function readJobQueueState(
  query: Pool['query'],
  names: readonly string[],
): Promise<JobQueueState> {
  const { rows } = await query<JobQueueState>(
    `select count(*) filter (where state in ('created', 'retry'))::int as waiting,
       count(*) filter (where state = 'active')::int as running,
       count(*) filter (where state = 'failed')::int as failed,
       floor(extract(epoch from now() - min(
         case state when 'created' then greatest(created_on, start_after) else created_on end
       ) filter (where state in ('retry', 'active') or (state = 'created' and start_after <= now()))))::int
         as "oldestSeconds"
     from jobs.job where state <> 'completed' and name = any ($1)`,
    [names],
  );
  if (!rows[0]) throw new Error('The queue was not counted');
  return rows[0];
}

/** Lists the kinds of job of which one is pending. */
export async function listWaitingJobKinds(query: Pool['query']): Promise<Set<string>> {
  const { rows } = await query<{ name: string }>(
    `select distinct name from jobs.job where state in ('created', 'retry')`,
  );
  return new Set(rows.map(({ name }) => name));
}
