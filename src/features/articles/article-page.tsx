import { PRODUCT_NAME } from '#shared/product.ts';
import { type ArticleBlock, countArticleWords } from '#shared/rules/article.ts';
import { formatDateInSentence } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { PageHeading } from '#web/ui/page.tsx';
import { ArticleRow } from './components/article-row.tsx';
import { ArticleSessionLink } from './components/session-invitation.tsx';
import { estimateReadingMinutes, type ReadableArticle } from './model.ts';

/**
 * The page of a public article with its sources, links to the session that fits it and what to read next. Always
 * prerendered.
 */
export function ArticlePage({
  article,
  related,
}: {
  article: ReadableArticle;
  related: readonly ReadableArticle[];
}) {
  const { t } = useTranslation('articles');
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-x-20 gap-y-12 px-5 pt-8 pb-20 wide:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] wide:px-8 wide:pt-12">
      <article className="prose-page min-w-0">
        <a href="/read" className="text-link inline-flex min-h-11 items-center text-sm">
          {t('all')}
        </a>
        <PageHeading title={article.title} />
        <About article={article} />
        {article.blocks.map((block, index) => (
          <Block key={index} block={block} />
        ))}
      </article>
      <aside aria-labelledby="practise" className="wide:row-span-2">
        <div className="border-t border-line pt-8 wide:sticky wide:top-8 wide:border-0 wide:pt-14">
          <ArticleSessionLink session={article.session} />
        </div>
      </aside>
      <div className="prose-page min-w-0">
        <section aria-labelledby="next" className="render-late-168 sm:render-late-124">
          <h2 id="next" className="mt-0!">
            {t('next')}
          </h2>
          <ul className="list-none! pl-0!">
            {related.map((other) => (
              <ArticleRow key={other.slug} article={other} />
            ))}
          </ul>
        </section>
        <section
          aria-labelledby="sources"
          className="render-late-132 text-sm text-ink-2 sm:render-late-96"
        >
          <h2 id="sources" className="text-ink">
            {t('sources.title')}
          </h2>
          <p>{t('sources.text', { name: PRODUCT_NAME })}</p>
          <ul>
            {article.sources.map((source) => (
              <li key={source}>{source}</li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

function About({ article }: { article: ReadableArticle }) {
  const { t, i18n } = useTranslation('articles');
  const { updatedOn } = article;
  const date = formatDateInSentence(new Date(`${updatedOn}T00:00:00Z`), i18n.language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <>
      <p className="text-sm text-ink-2">
        {t('author', { name: PRODUCT_NAME })}
        {' · '}
        <time dateTime={updatedOn}>{date}</time>
        {' · '}
        <span className="whitespace-nowrap">
          {t('minutes', { minutes: estimateReadingMinutes(countArticleWords(article)) })}
        </span>
      </p>
      <p className="border-l-2 border-horizon pl-4 text-sm text-ink-2">
        {t('now')}{' '}
        <a href={paths.sos()} className="text-link text-ink">
          {t('nowLink')}
        </a>
      </p>
    </>
  );
}

function Block({ block }: { block: ArticleBlock }) {
  if (block.type === 'list')
    return (
      <ul>
        {block.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    );
  return block.type === 'heading' ? <h2>{block.text}</h2> : <p>{block.text}</p>;
}
