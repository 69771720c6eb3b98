import { useTranslation } from 'react-i18next';
import { PRODUCT_NAME } from '#shared/product.ts';
import { PageHeading } from '#web/ui/page.tsx';

interface LegalPart {
  title: string;
  paragraphs?: string[];
  points?: string[];
}

/** A legal text; `inDialog` omits the heading, since the dialog has a title. */
export function LegalText({
  which,
  inDialog = false,
}: {
  which: 'privacy' | 'terms';
  inDialog?: boolean;
}) {
  const { t } = useTranslation('legal');
  const values = { name: PRODUCT_NAME };
  const parts: LegalPart[] = t(`${which}.parts`, { returnObjects: true, ...values });
  return (
    <article
      className={inDialog ? 'prose-page' : 'mx-auto max-w-6xl px-5 pt-8 pb-20 wide:px-8 wide:pt-12'}
    >
      <div className="prose-page">
        {!inDialog && <PageHeading title={t(`${which}.title`)} lead={t(`${which}.lead`, values)} />}
        <p className="text-sm text-ink-2">{t('version')}</p>
        {parts.map((part) => (
          <section key={part.title}>
            <h2>{part.title}</h2>
            {part.paragraphs?.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {part.points && (
              <ul>
                {part.points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
        {!inDialog && (
          <p>
            <a href="/licences" className="text-link inline-block py-2.5">
              {t('licences.link')}
            </a>
          </p>
        )}
      </div>
    </article>
  );
}
