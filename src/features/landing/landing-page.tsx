import { type ReactNode, useEffect, useRef } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { LandingHero } from './components/hero.tsx';
import { SignUpLink } from './components/join-link.tsx';
import { LandingExcerpt } from './components/landing-excerpt.tsx';
import { MethodSection } from './components/method.tsx';
import { ArticlesSection } from './components/reading.tsx';
import { attachLanding } from './engine/attach-landing.ts';

/** The public landing page: what the product is, how it works and looks, and a one-minute excerpt. */
export function LandingPage({
  product,
}: {
  /** What the product looks like (product.tsx), in the page that the build makes. */
  product?: ReactNode;
}) {
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => (page.current ? attachLanding(page.current) : undefined), []);
  return (
    <div ref={page}>
      <NeedsScript />
      <Goodbye />
      <LandingHero />
      <MethodSection />
      <LandingExcerpt />
      {product}
      <Passes />
      <YourProgress />
      <ArticlesSection />
    </div>
  );
}

/** What does not work while scripts are switched off. */
function NeedsScript() {
  const { t } = useTranslation('landing');
  return (
    <noscript>
      <div className="mx-auto max-w-6xl px-5 wide:px-8">
        <p className="rounded-2xl bg-notice-ground px-5 py-4">{t('noScript')}</p>
      </div>
    </noscript>
  );
}

/** What follows the deletion of an account; shown by the page's script, and announced with the focus that it takes. */
function Goodbye() {
  const { t } = useTranslation('landing');
  return (
    <div className="mx-auto max-w-6xl px-5 wide:px-8">
      <p
        data-goodbye=""
        hidden
        tabIndex={-1}
        className="rounded-2xl bg-notice-ground px-5 py-4 outline-none"
      >
        {t('goodbye')}
      </p>
    </div>
  );
}

function YourProgress() {
  const { t } = useTranslation('landing');
  return (
    <section className="render-late-100 sm:render-late-92 mx-auto max-w-6xl px-5 wide:px-8">
      <div className="grid grid-cols-1 gap-x-20 gap-y-4 border-t border-line py-8 wide:grid-cols-[1fr_1.5fr] wide:py-16">
        <h2 className="text-3xl">{t('yours.title')}</h2>
        <div>
          {t('yours.paragraphs', { returnObjects: true }).map((paragraph) => (
            <p key={paragraph} className="mb-3 max-w-prose text-ink-2 wide:text-lg">
              {paragraph}
            </p>
          ))}
          <a href="/privacy" className="text-link inline-block py-2.5">
            {t('yours.link')}
          </a>
        </div>
      </div>
    </section>
  );
}

const PLANS = ['trip', 'monthly', 'yearly', 'lifetime'] as const;

function Passes() {
  const { t } = useTranslation('landing');
  return (
    <section
      id="passes"
      className="render-late-190 sm:render-late-196 wide:render-late-148 mx-auto max-w-6xl px-5 wide:px-8"
    >
      <div className="grid grid-cols-1 gap-x-20 gap-y-5 border-t border-line py-8 wide:grid-cols-[1fr_1.5fr] wide:py-16 wide:pb-24">
        <div>
          <h2 className="text-3xl">{t('passes.title')}</h2>
          <p className="mt-4 text-lg text-ink-2">{t('passes.lead', { name: PRODUCT_NAME })}</p>
          <ul className="mt-5 grid gap-2 max-sm:hidden">
            {t('passes.opens', { returnObjects: true }).map((line) => (
              <li key={line} className="border-l-2 border-horizon pl-4">
                {line}
              </li>
            ))}
          </ul>
        </div>
        <div data-prices>
          <dl>
            {PLANS.map((plan) => (
              <div
                key={plan}
                data-plan={plan}
                // On sale only where its operator has switched it on.
                hidden={plan === 'trip'}
                className="flex flex-wrap items-baseline gap-x-6 border-b border-line py-3 first:pt-1 wide:py-5"
              >
                <dt className="grow font-serif text-2xl font-medium sm:w-40 sm:grow-0">
                  {t(`passes.kinds.${plan}.name`)}
                </dt>
                {/* On a phone below the price, which stands beside the name. */}
                <dd className="min-w-0 grow basis-full text-ink-2 max-sm:order-last sm:basis-40">
                  {t(`passes.kinds.${plan}.text`)}
                </dd>
                <dd className="flex items-baseline gap-x-2">
                  <span data-price={plan} className="peer tabular min-h-7 font-serif text-xl" />
                  {/* Without a price there is nothing to say it of. */}
                  <span className="peer-empty:hidden">{t(`passes.kinds.${plan}.per`)}</span>
                </dd>
              </div>
            ))}
          </dl>
          <p data-priced="no" className="mt-5 text-sm text-ink-2">
            {t('passes.prices')}
          </p>
          <p data-priced="yes" hidden className="mt-5 text-sm text-ink-2">
            {t('passes.priced')}
          </p>
          <SignUpLink variant="secondary" className="mt-6 max-sm:w-full">
            {t('passes.action')}
          </SignUpLink>
        </div>
      </div>
    </section>
  );
}
