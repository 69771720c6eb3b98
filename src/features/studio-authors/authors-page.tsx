import { Link, useSearch } from 'wouter';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { AddLink, BackLink } from '#web/features/admin/components/place-links.tsx';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AuthorForm, EMPTY_AUTHOR } from './components/author-form.tsx';
import { useAuthor, useAuthors } from './queries.ts';

/** `/admin/authors`: the list of authors, or the author that the URL's `id` names. */
export default function StudioAuthorsPage() {
  const id = new URLSearchParams(useSearch()).get('id');
  if (id === null) return <AuthorList />;
  return id === 'new' ? <NewAuthor /> : <EditedAuthor key={id} id={id} />;
}

function AuthorList() {
  const { t } = useTranslation(['studio-authors']);
  const { data, error, refetch } = useAuthors();
  return (
    <StudioFrame
      page="authors"
      title={t('studio-authors:title')}
      lead={t('studio-authors:lead')}
      action={<AddLink href={paths.studioAuthor('new')}>{t('studio-authors:add')}</AddLink>}
    >
      <LoadState data={data} error={error} refetch={refetch} count={3} />
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

function NewAuthor() {
  const { t } = useTranslation('studio-authors');
  return (
    <StudioFrame
      page="authors"
      place="new"
      title={t('addTitle')}
      above={<BackLink href={paths.studioAuthors()}>{t('title')}</BackLink>}
    >
      <AuthorForm author={EMPTY_AUTHOR} />
    </StudioFrame>
  );
}

function EditedAuthor({ id }: { id: string }) {
  const { t, i18n } = useTranslation(['studio-authors']);
  const { data, error, refetch } = useAuthor(id);
  const name = data?.texts[i18n.language === 'fr' ? 'fr' : 'en'].name;
  return (
    <StudioFrame
      page="authors"
      place={id}
      title={name ?? t('studio-authors:title')}
      above={<BackLink href={paths.studioAuthors()}>{t('studio-authors:title')}</BackLink>}
    >
      <LoadState data={data} error={error} refetch={refetch} count={4} />
      {data && <AuthorForm author={data} />}
    </StudioFrame>
  );
}
