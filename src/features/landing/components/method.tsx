import { PRODUCT_NAME } from '#shared/product.ts';
import { useTranslation } from '#web/lib/translation.ts';

const kindClasses = { load: 'text-load', flow: 'text-flow' } as const;

/** The landing page's section about the method: four numbered steps, and the evidence. */
export function MethodSection() {
  const { t } = useTranslation('landing');
  const steps: { title: string; text: string; kind?: string }[] = t('method.steps', {
    returnObjects: true,
  });
  return (
    <section id="how" className="render-late-240 sm:render-late-200 border-y border-line bg-raised">
      <div className="mx-auto grid max-w-6xl grid-cols-1 gap-x-20 gap-y-6 px-5 py-8 wide:grid-cols-[1fr_1.5fr] wide:px-8 wide:py-24">
        <div className="wide:sticky wide:top-12 wide:self-start">
          <h2 className="text-3xl">{t('method.title')}</h2>
        </div>
        <div>
          <ol>
            {steps.map((step, index) => (
              <li
                key={step.title}
                className="render-late-44 sm:render-late-40 grid grid-cols-[2.5rem_minmax(0,1fr)] border-b border-line py-4 first:pt-0 wide:grid-cols-[4rem_1fr] wide:py-7"
              >
                <span
                  aria-hidden="true"
                  className="tabular font-serif text-3xl leading-none text-horizon"
                >
                  {index + 1}
                </span>
                <div>
                  <h3
                    className={`text-xl ${kindClasses[step.kind as keyof typeof kindClasses] ?? ''}`}
                  >
                    {step.title}
                  </h3>
                  <p className="mt-2 max-w-prose text-ink-2">{step.text}</p>
                </div>
              </li>
            ))}
          </ol>
          <p className="mt-5 max-w-prose text-sm text-ink-2 wide:mt-8">
            {t('method.evidence', { name: PRODUCT_NAME })}{' '}
            <a
              className="text-link text-ink"
              href="https://doi.org/10.1017/S0033291722003531"
              rel="noreferrer"
            >
              {t('method.source')}
            </a>
          </p>
        </div>
      </div>
    </section>
  );
}
