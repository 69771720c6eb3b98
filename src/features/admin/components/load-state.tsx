import { useTranslation } from '#web/lib/translation.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';

interface LoadStateProps {
  data: unknown;
  error: Error | null;
  refetch: () => unknown;
  /** How many placeholders are shown while it is loaded; none by default. */
  count?: 2 | 3 | 4 | 5 | 6;
  shape?: 'row' | 'line';
}

/** Stands in for what a query has not loaded: placeholders, or why it failed. Nothing once there are data. */
export function LoadState({ data, error, refetch, count, shape = 'line' }: LoadStateProps) {
  const { t } = useTranslation('ui');
  const describeError = useErrorMessage();
  if (data) return null;
  if (error) return <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>;
  return count && <SkeletonList count={count} shape={shape} label={t('loading')} />;
}
