import { useTranslation } from '#web/lib/translation.ts';
import { PageHeading } from '#web/ui/page.tsx';
import { ArticleRow } from './components/article-row.tsx';
import type { ReadableArticle } from './model.ts';

/** The list of all public articles. Only ever prerendered. */
export function ArticlesPage({ articles }: { articles: readonly ReadableArticle[] }) {
  const { t } = useTranslation('articles');
  return (
    <div className="mx-auto max-w-6xl px-5 pt-8 pb-20 wide:px-8 wide:pt-12">
      <div className="max-w-3xl">
        <PageHeading title={t('list.title')} lead={t('list.lead')} />
        <ul>
          {articles.map((article) => (
            <ArticleRow key={article.slug} article={article} withArt />
          ))}
        </ul>
      </div>
    </div>
  );
}
