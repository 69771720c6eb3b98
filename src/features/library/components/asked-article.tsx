import { findArticleSlugForSearch } from '#shared/rules/article-search-words.ts';
import { getArticlePath } from '#web/features/articles/model.ts';
import { isLanguage } from '#shared/rules/languages.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** Above what a search found: the article that answers what no session may speak of; nothing where there is none. */
export function SearchArticleLink({ search }: { search: string }) {
  const { t, i18n } = useTranslation('library');
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  const slug = findArticleSlugForSearch(search, language);
  if (!slug) return null;
  return (
    <p className="mb-6">
      {t('search.article')}{' '}
      <a
        href={`${getArticlePath(slug)}?lang=${language}`}
        className="inline-flex min-h-11 items-center font-serif text-lg underline decoration-edge underline-offset-4 hover:decoration-current"
      >
        {t(`search.articles.${slug}`)}
      </a>
    </p>
  );
}
