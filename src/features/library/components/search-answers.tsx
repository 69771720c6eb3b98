import { Link } from 'wouter';
import { findArticleSlugForSearch, isAskingToCancelPass } from '#shared/rules/asked-words.ts';
import { isLanguage } from '#shared/rules/languages.ts';
import { getArticlePath } from '#web/features/articles/model.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';

const ANSWER =
  'inline-flex min-h-11 items-center font-serif text-lg underline decoration-edge underline-offset-4 hover:decoration-current';

/**
 * Above what a search found: the article that answers what no session may speak of, and the page of the pass for whoever looks for
 * how to cancel it; nothing where there is neither.
 */
export function SearchAnswers({ search }: { search: string }) {
  const { t, i18n } = useTranslation('asked');
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  const slug = findArticleSlugForSearch(search, language);
  return (
    <div className="not-empty:mb-6">
      {isAskingToCancelPass(search, language) && (
        <p>
          {t('pass')}{' '}
          <Link href={paths.subscription()} className={ANSWER}>
            {t('yours')}
          </Link>
        </p>
      )}
      {slug && (
        <p>
          {t('article')}{' '}
          <a href={`${getArticlePath(slug)}?lang=${language}`} className={ANSWER}>
            {t(`articles.${slug}`)}
          </a>
        </p>
      )}
    </div>
  );
}
