import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { LoadError } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { useAssessmentHistory } from '../queries.ts';
import { ResultComparison } from './result-comparison.tsx';
import { CheckInAndHistorySection } from './check-in.tsx';

/** The section that shows how the results have changed since the first assessment, and the weekly check-ins. */
export function ResultsAndCheckInsSection() {
  const { t } = useTranslation(['assessment', 'ui']);
  const describeError = useErrorMessage();
  const { data, error, refetch } = useAssessmentHistory();
  if (!data && error)
    return <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>;
  if (!data) return <SkeletonList count={2} label={t('ui:loading')} />;
  if (data.results.length === 0) return null;
  return (
    <>
      <Section title={t('assessment:change.heading')} printed={data.results.length > 1}>
        <ResultComparison results={data.results} />
      </Section>
      <Section title={t('assessment:checkIn.heading')} printed={data.checkIns.length > 0}>
        <CheckInAndHistorySection checkIns={data.checkIns} />
      </Section>
    </>
  );
}
