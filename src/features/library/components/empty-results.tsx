import { Link } from 'wouter';
import { useIsOnline } from '#web/lib/device.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState, LoadError } from '#web/ui/notice.tsx';
import { buildLibraryUrl, changeFilterSearch, type LibraryFilter } from '../model.ts';

/** Shown when a category, a search or the whole library has no sessions: what to do instead. */
export function EmptyResults({ choice }: { choice: LibraryFilter }) {
  const { t } = useTranslation('library');
  if (choice.search !== '') return <EmptySearch choice={choice} />;
  const isWhole = !choice.category && !choice.situationOrSeat && !choice.fear;
  const part = isWhole ? 'emptyAll' : 'empty';
  return (
    <EmptyState
      title={t(`${part}.title`)}
      action={
        <Link href={isWhole ? paths.sos() : paths.library()} asChild>
          <ButtonLink variant="secondary">{t(`${part}.action`)}</ButtonLink>
        </Link>
      }
    >
      {t(`${part}.text`)}
    </EmptyState>
  );
}

/** Shown when a search found nothing: the search text, and a link to all sessions. */
function EmptySearch({ choice }: { choice: LibraryFilter }) {
  const { t } = useTranslation('library');
  const isOnline = useIsOnline();
  return (
    <EmptyState
      title={t('search.none', { words: choice.search })}
      action={
        <Link href={buildLibraryUrl(changeFilterSearch({ ...choice, category: null }, ''))} asChild>
          <ButtonLink variant="secondary">{t('empty.action')}</ButtonLink>
        </Link>
      }
    >
      {t(isOnline ? 'search.noneText' : 'search.noneOffline')}
    </EmptyState>
  );
}

/** Shown when the list of sessions, or its next page, failed to load: what is safe, and a retry button. */
export function SessionsLoadError({
  error,
  retry,
  part = 'first',
}: {
  error: Error;
  retry: () => void;
  part?: 'first' | 'more';
}) {
  const { t } = useTranslation(['library', 'ui']);
  const describeError = useErrorMessage();
  const more = part === 'more';
  return (
    <div className={more ? 'mt-10' : undefined}>
      <LoadError title={t(more ? 'library:error.more' : 'library:error.title')} retry={retry}>
        {describeError(error)} {t(more ? 'library:error.moreSafe' : 'library:error.safe')}
      </LoadError>
    </div>
  );
}
