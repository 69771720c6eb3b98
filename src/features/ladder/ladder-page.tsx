import { useParams } from 'wouter';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { LoadError } from '#web/ui/notice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { LadderView } from './components/ladder-view.tsx';
import { StepView } from './components/step-view.tsx';
import { useLadder } from './queries.ts';

/** `/ladder/:step?`: the exposure ladder, or one step of it. */
export default function LadderPage() {
  const { t } = useTranslation(['ladder', 'ui']);
  const describeError = useErrorMessage();
  const { step } = useParams<{ step?: string }>();
  const { data, error, refetch } = useLadder();
  if (data && step) return <StepView key={step} id={step} steps={data.steps} />;
  if (data) return <LadderView steps={data.steps} />;
  return (
    <Page narrow>
      <PageHeading title={t('ladder:title')} lead={t('ladder:lead')} />
      {error ? (
        <LoadError title={t('ladder:error')} retry={() => void refetch()}>
          {describeError(error)}
        </LoadError>
      ) : (
        <SkeletonList count={5} label={t('ladder:loading')} />
      )}
    </Page>
  );
}
