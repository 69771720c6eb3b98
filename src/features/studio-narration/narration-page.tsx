import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { LoadError, Notice } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { MissingList } from './components/missing-list.tsx';
import { RunProgress } from './components/run-progress.tsx';
import { StartForm } from './components/start-form.tsx';
import { isRunOpen } from './model.ts';
import { useNarrationPlan, useNarrationRun } from './queries.ts';

/** `/admin/narration`: what of the library nobody hears yet, what speaking it costs, and the run that speaks it. */
export default function NarrationPage() {
  const { t } = useTranslation(['studio-narration', 'studio-generation', 'ui']);
  const describeError = useErrorMessage();
  const plan = useNarrationPlan();
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
  const isOpen = run !== null && isRunOpen(run);
  const hasReport = run !== null && (isOpen || run.failures.length > 0 || run.state === 'done');
  return (
    <StudioFrame
      page="narration"
      title={t('studio-narration:title')}
      lead={t('studio-narration:lead')}
    >
      {error && !data && <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>}
      {!data && !error && <SkeletonList count={6} shape="line" label={t('ui:loading')} />}
      {data && (
        <div className="grid gap-8">
          {data.speaker === null && (
            <Notice title={t('studio-narration:noVoice')}>
              {t('studio-generation:setup.speaker')}
            </Notice>
          )}
          {hasReport && <RunProgress run={run} price={data.price} />}
          {data.speaker !== null && !isOpen && data.missing.length > 0 && <StartForm plan={data} />}
          <MissingList plan={data} />
        </div>
      )}
    </StudioFrame>
  );
}
