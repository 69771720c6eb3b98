import { PRODUCT_NAME } from '#shared/product.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { PageHeading } from '#web/ui/page.tsx';
import type { Licence } from './model.ts';

/** The licences of the software and the typefaces that a browser gets. Only ever prerendered. */
export function LicencesPage({ licences }: { licences: readonly Licence[] }) {
  const { t } = useTranslation('legal');
  return (
    <article className="mx-auto max-w-6xl px-5 pt-8 pb-20 wide:px-8 wide:pt-12">
      <div className="prose-page wrap-anywhere">
        <PageHeading
          title={t('licences.title')}
          lead={t('licences.lead', { name: PRODUCT_NAME })}
        />
        {licences.map(({ packages, text }) => (
          <section key={packages.join()} lang="en">
            <h2>{packages.join(', ')}</h2>
            <p className="text-sm whitespace-pre-wrap">{text}</p>
          </section>
        ))}
      </div>
    </article>
  );
}
