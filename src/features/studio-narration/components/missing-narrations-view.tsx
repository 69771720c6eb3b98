import { useEffect, useRef } from 'react';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useTranslation } from '#web/lib/translation.ts';
import { isNarrationRunUnderWay } from '../model.ts';
import { useMissingNarrations, useNarrationRun } from '../queries.ts';
import { MissingNarrationList } from './missing-narration-list.tsx';
import { NarrationRunProgress } from './narration-run-progress.tsx';
import { StartNarrationRunForm } from './start-narration-run-form.tsx';

/** What of the library has no recording yet, what speaking it costs, and the run that speaks it. */
export function MissingNarrationsView() {
  const { t } = useTranslation(['studio-narration', 'studio-generation']);
  const plan = useMissingNarrations();
  const { data: latest } = useNarrationRun();
  const run = latest?.run ?? null;
  const { refetch } = plan;
  // What a run has spoken is missing no more.
  const done = run?.recordings.done;
  const before = useRef(done);
  useEffect(() => {
    if (before.current !== undefined && before.current !== done) void refetch();
    before.current = done;
  }, [done, refetch]);
  const { data, error } = plan;
  const isOpen = run !== null && isNarrationRunUnderWay(run);
  const hasReport = run !== null && (isOpen || run.failures.length > 0 || run.state === 'done');
  if (!data) return <LoadState data={data} error={error} refetch={refetch} count={6} />;
  return (
    <div className="grid gap-8">
      {data.speaker === null && (
        <Notice title={t('studio-narration:noVoice')}>
          {t('studio-generation:setup.speaker')}
        </Notice>
      )}
      {hasReport && <NarrationRunProgress run={run} price={data.price} />}
      {data.speaker !== null && !isOpen && data.missing.length > 0 && (
        <StartNarrationRunForm narration={data} />
      )}
      <MissingNarrationList narration={data} />
    </div>
  );
}
