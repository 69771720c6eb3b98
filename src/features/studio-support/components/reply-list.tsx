import { Link } from 'wouter';
import { isLanguage } from '#shared/rules/languages.ts';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useSavedReplies } from '../queries.ts';

/** The list of saved replies by title, each with the beginning of its text. */
export function SavedReplyList() {
  const { t, i18n } = useTranslation(['studio-support']);
  const { data, error, refetch } = useSavedReplies();
  if (!data) return <LoadState data={data} error={error} refetch={refetch} count={3} />;
  if (data.replies.length === 0)
    return <p className="text-ink-2">{t('studio-support:replies.none')}</p>;
  return (
    <ul className="divide-y divide-line border-y border-line">
      {data.replies.map(({ id, title, texts }) => (
        <li key={id}>
          <Link href={paths.studioReply(id)} className="group block py-3">
            <span className="block font-medium underline-offset-6 group-hover:underline">
              {title}
            </span>
            <span className="line-clamp-2 text-sm wrap-anywhere text-ink-2">
              {texts[isLanguage(i18n.language) ? i18n.language : 'en']}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
