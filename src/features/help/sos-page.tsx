import { useTranslation } from 'react-i18next';
import { SOS_SESSION_IDS, type SosSituation } from '#shared/rules/sos-sessions.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { Icon } from '#web/ui/icons.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { BreathingWindow } from './components/breathing-window.tsx';

const pieces = Object.keys(SOS_SESSION_IDS) as SosSituation[];
const situations = ['shaking', 'breath', 'doors', 'thoughts', 'leaving'] as const;

/**
 * “Help me now”: short steps for the chosen situation beside a breathing light. Uses `<details>`, which works without
 * any script on a saved or half-loaded page.
 */
export function SosPage() {
  const { t } = useTranslation('help');
  usePageTitle(t('sos.title'));
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-1 gap-x-20 gap-y-10 px-5 pt-8 pb-20 wide:grid-cols-[1.5fr_1fr] wide:px-8 wide:pt-12">
      <div>
        <PageHeading title={t('sos.title')} lead={t('sos.lead')} />
        <div className="mb-6 wide:hidden">
          <BreathingWindow />
        </div>
        <div className="border-t border-line">
          <a
            href={paths.tonight()}
            className="flex min-h-16 items-center justify-between gap-4 border-b border-line py-3 font-serif text-xl font-medium"
          >
            {t('sos.tonight')}
            <Icon name="arrow-right" className="size-5 shrink-0 text-ink-2" />
          </a>
          {situations.map((situation) => (
            <details
              key={situation}
              name="situation"
              id={situation}
              className="group border-b border-line"
            >
              <summary className="flex min-h-16 list-none items-center justify-between gap-4 py-3 font-serif text-xl font-medium [&::-webkit-details-marker]:hidden">
                {t(`sos.${situation}.title`)}
                <Icon
                  name="chevron-down"
                  className="size-5 shrink-0 text-ink-2 transition-transform group-open:rotate-180"
                />
              </summary>
              <p className="max-w-prose text-ink-2">{t(`sos.${situation}.why`)}</p>
              <ol className="mt-4 mb-7 grid max-w-prose gap-4">
                {t(`sos.${situation}.steps`, { returnObjects: true }).map((step, index) => (
                  <li key={step} className="grid grid-cols-[2rem_1fr] text-lg">
                    <span aria-hidden="true" className="tabular font-serif text-flow">
                      {index + 1}
                    </span>
                    {step}
                  </li>
                ))}
              </ol>
            </details>
          ))}
        </div>
        <section aria-labelledby="listen" className="mt-8">
          <h2 id="listen" className="text-xl">
            {t('sos.listen.title')}
          </h2>
          <p className="mt-1 max-w-prose text-ink-2">{t('sos.listen.text')}</p>
          <ul className="mt-3 flex flex-wrap gap-x-6">
            {pieces.map((piece) => (
              <li key={piece}>
                <a
                  href={paths.shared(SOS_SESSION_IDS[piece])}
                  className="text-link inline-flex min-h-11 items-center font-medium"
                >
                  {t(`sos.listen.${piece}`)}
                </a>
              </li>
            ))}
          </ul>
        </section>
        <p className="mt-8 max-w-prose text-sm text-ink-2">{t('sos.body')}</p>
        <a
          href="/help#emergency"
          className="text-link mt-1 inline-flex min-h-11 items-center font-medium"
        >
          {t('sos.numbers')}
        </a>
      </div>
      <div className="max-wide:hidden wide:sticky wide:top-8 wide:self-start">
        <BreathingWindow large />
      </div>
    </div>
  );
}
