import { Link } from 'wouter';
import { isLanguage } from '#shared/rules/languages.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { useSavedReplies } from '../queries.ts';

/** The list of saved replies by title, each with the beginning of its text. */
export function SavedReplyList() {
  const { t, i18n } = useTranslation(['studio-support', 'ui']);
  const describeError = useErrorMessage();
  const { data, error, refetch } = useSavedReplies();
  if (error && !data)
    return <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>;
  if (!data) return <SkeletonList count={3} shape="line" label={t('ui:loading')} />;
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
