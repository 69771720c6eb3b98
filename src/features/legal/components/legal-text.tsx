import { PRODUCT_NAME } from '#shared/product.ts';
import type { Operator } from '#shared/rules/operator.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { PageHeading } from '#web/ui/page.tsx';
import { OperatorDetails } from './operator-details.tsx';

interface LegalPart {
  title: string;
  paragraphs?: string[];
  points?: string[];
  /** What a device holds: names, what for and for how long. */
  device?: { names: string; text: string }[];
}

/** Shows the privacy page's text or the terms; `inDialog` omits the heading, since the dialog has a title. */
export function LegalText({
  which,
  inDialog = false,
  operator,
}: {
  which: 'privacy' | 'terms';
  inDialog?: boolean;
  /** Who runs the server; absent in the pages that the build makes. */
  operator?: Operator | undefined;
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
        {parts.map((part, index) => (
          <section key={part.title}>
            <h2>{part.title}</h2>
            {part.paragraphs?.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {/* Both texts begin with who is behind it. */}
            {index === 0 && <OperatorDetails operator={operator} />}
            {part.device && (
              <dl>
                {part.device.map(({ names, text }) => (
                  <div key={names} className="mt-3">
                    <dt className="font-mono text-sm wrap-anywhere">{names}</dt>
                    <dd className="text-ink-2">{text}</dd>
                  </div>
                ))}
              </dl>
            )}
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
