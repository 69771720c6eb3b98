import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ApiError } from '#web/lib/api.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';

/** A list or a program that did not come: what is safe, and another try. */
export function LoadFailed({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation(['programs', 'ui']);
  const sentence = useErrorSentence();
  return (
    <NotLoaded title={t('programs:error.title')} retry={retry}>
      {sentence(error)} {t('programs:error.safe')}
    </NotLoaded>
  );
}

/** In place of a program: there is none by this address, or it did not come. */
export function ProgramFailed({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation('programs');
  // An id that is no id at all is refused as input; for the person it is the same missing program.
  const missing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <Page narrow>
      <PageHeading
        title={t(missing ? 'notFound.title' : 'title')}
        lead={missing ? t('notFound.text') : undefined}
      />
      {!missing && <LoadFailed error={error} retry={retry} />}
      <div className="mt-6">
        <Link href={paths.programs()} asChild>
          <ButtonLink variant={missing ? 'primary' : 'secondary'}>{t('back')}</ButtonLink>
        </Link>
      </div>
    </Page>
  );
}
