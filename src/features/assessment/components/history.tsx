import { useTranslation } from 'react-i18next';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Section } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { useAssessmentHistory } from '../queries.ts';
import { Change } from './change.tsx';
import { CheckIn } from './check-in.tsx';

/** What changed since the first assessment, and the weekly check-in. */
export function History() {
  const { t } = useTranslation(['assessment', 'ui']);
  const sentence = useErrorSentence();
  const { data, error, refetch } = useAssessmentHistory();
  if (!data && error) return <NotLoaded retry={() => void refetch()}>{sentence(error)}</NotLoaded>;
  if (!data) return <SkeletonList count={2} label={t('ui:loading')} />;
  if (data.results.length === 0) return null;
  return (
    <>
      <Section title={t('assessment:change.heading')} printed={data.results.length > 1}>
        <Change results={data.results} />
      </Section>
      <Section title={t('assessment:checkIn.heading')} printed={data.checkIns.length > 0}>
        <CheckIn checkIns={data.checkIns} />
      </Section>
    </>
  );
}
