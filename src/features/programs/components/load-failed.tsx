import { Link } from 'wouter';
import { isNotFoundOrBadRequestError } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';

/** Shown when a list or program failed to load: says that nothing stored is lost, and offers a retry. */
export function ProgramsLoadError({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation(['programs', 'ui']);
  const describeError = useErrorMessage();
  return (
    <LoadError title={t('programs:error.title')} retry={retry}>
      {describeError(error)} {t('programs:error.safe')}
    </LoadError>
  );
}

/** Shown in place of a program: none exists at this URL, or it failed to load. */
export function ProgramMissingOrLoadError({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation('programs');
  const missing = isNotFoundOrBadRequestError(error);
  return (
    <Page narrow>
      <PageHeading
        title={t(missing ? 'notFound.title' : 'title')}
        lead={missing ? t('notFound.text') : undefined}
      />
      {!missing && <ProgramsLoadError error={error} retry={retry} />}
      <div className="mt-6">
        <Link href={paths.programs()} asChild>
          <ButtonLink variant={missing ? 'primary' : 'secondary'}>{t('back')}</ButtonLink>
        </Link>
      </div>
    </Page>
  );
}
