import { PRODUCT_NAME } from '#shared/product.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { Trans } from '#web/lib/trans.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { paths } from '#web/lib/paths.ts';
import { useSignUpMode } from '#web/lib/sign-up-mode.ts';
import { formatLargeNumber, getThousandsSeparator, LANDINGS_PER_DAY } from '../model.ts';
import { SignUpLink } from './join-link.tsx';

const WINDOW = 'draw-next w-36 shrink-0 sm:w-58';

/** The top of the landing page: headline, summary, two links, and a row of cabin windows that runs off the page. */
export function LandingHero() {
  const { t } = useTranslation(['landing', 'ui']);
  const signUp = useSignUpMode();
  return (
    <section className="overflow-x-clip">
      <div className="mx-auto grid max-w-6xl items-center gap-x-16 gap-y-8 px-5 pt-4 pb-8 phone-low:pt-2 sm:pt-8 *:min-w-0 wide:grid-cols-[1.2fr_1fr] wide:px-8 wide:pt-20 wide:pb-24">
        <div className="@container">
          <h1 className="text-5xl">{t('landing:hero.title')}</h1>
          <p className="mt-4 max-w-xl text-ink-2 phone-low:hidden @max-[17rem]:hidden sm:mt-6 sm:text-lg">
            {t('landing:hero.lead')}
            <span className="max-sm:hidden"> {t('landing:hero.more')}</span>
          </p>
          <p className="mt-5 phone-low:mt-4 sm:mt-8">
            <ButtonLink
              href={paths.tonight()}
              data-card={t('landing:hero.card')}
              className="max-sm:w-full"
            >
              {t('landing:hero.tonight')}
            </ButtonLink>
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-1 max-sm:justify-center sm:mt-4">
            <SignUpLink variant="quiet" className="" aria-describedby="before-joining">
              {t('landing:hero.assess')}
            </SignUpLink>
            <ButtonLink href="#hear" variant="quiet">
              {t('landing:hero.hear')}
            </ButtonLink>
          </p>
          <p id="before-joining" className="mt-4 max-w-lg text-sm text-ink-2">
            {t(`landing:join.before.${signUp}`, { name: PRODUCT_NAME })}{' '}
            <a href="#passes" className="text-link -my-2.5 inline-block py-2.5">
              {t('landing:hero.passes')}
            </a>
          </p>
          <p className="mt-2 flex flex-wrap justify-center gap-x-8 sm:hidden">
            <a href="/auth" className="inline-flex min-h-11 items-center">
              {t('ui:nav.signIn')}
            </a>
            <a
              href={`/?lang=${t('ui:language.otherCode')}`}
              lang={t('ui:language.otherCode')}
              hrefLang={t('ui:language.otherCode')}
              className="inline-flex min-h-11 items-center"
            >
              {t('ui:language.other')}
            </a>
          </p>
        </div>
        <div className="flex gap-4 wide:gap-7">
          <SessionArt id="row-8" kind="load" className={WINDOW} />
          <SessionArt id="row-4" kind="flow" className={WINDOW} />
          <SessionArt id="row-0" kind="flow" className={WINDOW} />
        </div>
      </div>
      <LandingCounter />
    </section>
  );
}

/** The daily total is in the markup; the present count is written by the page's script. */
function LandingCounter() {
  const { t, i18n } = useTranslation('landing');
  const figure = <span className="tabular font-serif text-2xl font-medium text-ink" />;
  return (
    <div className="mx-auto max-w-6xl px-5 wide:px-8">
      <div className="grid items-baseline gap-x-20 gap-y-1 border-t border-line py-6 text-ink-2 wide:grid-cols-[1.2fr_1fr]">
        <p>
          <Trans
            t={t}
            i18nKey="landings.daily"
            values={{ flights: formatLargeNumber(LANDINGS_PER_DAY, i18n.language) }}
            components={[figure]}
          />
        </p>
        <p data-landed-line="" className="invisible">
          <Trans
            t={t}
            i18nKey="landings.today"
            components={[
              <span
                key="0"
                data-landed={getThousandsSeparator(i18n.language)}
                className="tabular font-serif text-2xl font-medium text-ink"
              />,
            ]}
          />
        </p>
        <p className="text-sm max-sm:hidden wide:col-start-2">{t('landings.how')}</p>
      </div>
    </div>
  );
}
