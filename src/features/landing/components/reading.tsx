import { useTranslation } from 'react-i18next';

/** The landing page's section of links to some public articles and to the list of all. */
export function Reading() {
  const { t } = useTranslation('landing');
  return (
    <section className="render-late-172 sm:render-late-132 wide:render-late-112 mx-auto max-w-6xl px-5 wide:px-8">
      <div className="grid grid-cols-1 gap-x-20 gap-y-6 border-t border-line py-16 wide:grid-cols-[1fr_1.5fr]">
        <div>
          <h2 className="text-3xl">{t('reading.title')}</h2>
          <p className="mt-4 text-lg text-ink-2">{t('reading.lead')}</p>
        </div>
        <div>
          <ul className="border-t border-line">
            {t('reading.articles', { returnObjects: true }).map(({ slug, title }) => (
              <li key={slug} className="border-b border-line">
                <a
                  href={`/read/${slug}`}
                  className="inline-flex min-h-14 items-center py-3 font-serif text-xl leading-snug font-medium underline-offset-4 hover:underline"
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
