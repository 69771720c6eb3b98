import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { addressOf, type Choice } from '../model.ts';

/** No session in this part, or none at all: what to do instead. */
export function NoSessions({ choice }: { choice: Choice }) {
  const { t } = useTranslation('library');
  if (choice.search !== '') return <NothingFound choice={choice} />;
  const { category } = choice;
  const part = category === null ? 'emptyAll' : 'empty';
  return (
    <EmptyState
      title={t(`${part}.title`)}
      action={
        <Link href={category === null ? paths.sos() : paths.library()} asChild>
          <ButtonLink variant="secondary">{t(`${part}.action`)}</ButtonLink>
        </Link>
      }
    >
      {t(`${part}.text`)}
    </EmptyState>
  );
}

/** A search found nothing: what was searched, and the way back to everything. */
function NothingFound({ choice }: { choice: Choice }) {
  const { t } = useTranslation('library');
  return (
    <EmptyState
      title={t('search.none', { words: choice.search })}
      action={
        <Link href={addressOf({ ...choice, category: null, search: '' })} asChild>
          <ButtonLink variant="secondary">{t('empty.action')}</ButtonLink>
        </Link>
      }
    >
      {t('search.noneText')}
    </EmptyState>
  );
}

/** The list, or what follows of it, did not come: what is safe, and another try. */
export function LoadFailed({
  error,
  retry,
  part = 'first',
}: {
  error: Error;
  retry: () => void;
  part?: 'first' | 'more';
}) {
  const { t } = useTranslation(['library', 'ui']);
  const sentence = useErrorSentence();
  const more = part === 'more';
  return (
    <div className={more ? 'mt-10' : undefined}>
      <NotLoaded title={t(more ? 'library:error.more' : 'library:error.title')} retry={retry}>
        {sentence(error)} {t(more ? 'library:error.moreSafe' : 'library:error.safe')}
      </NotLoaded>
    </div>
  );
}
