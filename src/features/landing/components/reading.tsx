import { useTranslation } from '#web/lib/translation.ts';

/** The landing page's section of links to some public articles and to the list of all. */
export function ArticlesSection() {
  const { t } = useTranslation('landing');
  return (
    <section className="render-late-100 sm:render-late-110 wide:render-late-112 mx-auto max-w-6xl px-5 wide:px-8">
      <div className="grid grid-cols-1 gap-x-20 gap-y-4 border-t border-line py-8 wide:py-16 wide:grid-cols-[1fr_1.5fr]">
        <div>
          <h2 className="text-3xl">{t('reading.title')}</h2>
        </div>
        <div>
          <ul className="border-t border-line">
            {t('reading.articles', { returnObjects: true }).map(({ slug, title }) => (
              <li key={slug} className="border-b border-line max-sm:nth-4:hidden">
                <a
                  href={`/read/${slug}`}
                  className="inline-flex min-h-12 items-center py-2 font-serif text-lg wide:min-h-14 wide:py-3 wide:text-xl leading-snug font-medium underline-offset-4 hover:underline"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
          <a href="/read" className="text-link mt-4 inline-block py-2.5">
            {t('reading.all')}
          </a>
        </div>
      </div>
    </section>
  );
}
