import { Link, useSearch } from 'wouter';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { AuthorForm, EMPTY_AUTHOR } from './components/author-form.tsx';
import { useAuthor, useAuthors } from './queries.ts';

/** `/admin/authors`: the list of authors, or the author that the URL's `id` names. */
export default function StudioAuthorsPage() {
  const id = new URLSearchParams(useSearch()).get('id');
  if (id === null) return <AuthorList />;
  return id === 'new' ? <NewAuthor /> : <EditedAuthor key={id} id={id} />;
}

function AuthorList() {
  const { t } = useTranslation(['studio-authors', 'ui']);
  const describeError = useErrorMessage();
  const { data, error, refetch } = useAuthors();
  return (
    <StudioFrame
      page="authors"
      title={t('studio-authors:title')}
      lead={t('studio-authors:lead')}
      action={
        <Link href={paths.studioAuthor('new')} asChild>
          <ButtonLink icon={<Icon name="plus" className="size-5" />}>
            {t('studio-authors:add')}
          </ButtonLink>
        </Link>
      }
    >
      {error && !data && <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>}
      {!data && !error && <SkeletonList count={3} shape="line" label={t('ui:loading')} />}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {data?.authors.map(({ id, name, role, sessions }) => (
          <li key={id}>
            <Link
              href={paths.studioAuthor(id)}
              className="group flex min-h-14 flex-wrap items-center justify-between gap-x-6 py-2.5"
            >
              <span className="min-w-0">
                <span className="block font-medium underline-offset-6 group-hover:underline">
                  {name}
                </span>
                {role && <span className="block text-sm text-ink-2">{role}</span>}
              </span>
              <span className="text-sm text-ink-2">
                {t('studio-authors:sessions', { count: sessions })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </StudioFrame>
  );
}

function BackToAuthors() {
  const { t } = useTranslation('studio-authors');
  return (
    <Link
      href={paths.studioAuthors()}
      className="-ml-1.5 inline-flex min-h-11 items-center gap-1.5 text-sm text-ink-2"
    >
      <Icon name="back" className="size-5" />
      {t('title')}
    </Link>
  );
}

function NewAuthor() {
  const { t } = useTranslation('studio-authors');
  return (
    <StudioFrame page="authors" place="new" title={t('addTitle')} above={<BackToAuthors />}>
      <AuthorForm author={EMPTY_AUTHOR} />
    </StudioFrame>
  );
}

function EditedAuthor({ id }: { id: string }) {
  const { t, i18n } = useTranslation(['studio-authors', 'ui']);
  const describeError = useErrorMessage();
  const { data, error, refetch } = useAuthor(id);
  const name = data?.texts[i18n.language === 'fr' ? 'fr' : 'en'].name;
  return (
    <StudioFrame
      page="authors"
      place={id}
      title={name ?? t('studio-authors:title')}
      above={<BackToAuthors />}
    >
      {error && !data && <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>}
      {!data && !error && <SkeletonList count={4} shape="line" label={t('ui:loading')} />}
      {data && <AuthorForm author={data} />}
    </StudioFrame>
  );
}
