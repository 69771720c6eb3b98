import { useTranslation } from 'react-i18next';
import { UnframedSessionArt } from '#web/features/art/components/session-art.tsx';
import {
  ExcerptRoot,
  ExcerptControls,
  ExcerptEnding,
  ExcerptWindow,
} from '#web/features/excerpt/components/excerpt.tsx';
import { paths } from '#web/lib/paths.ts';
import { Icon } from '#web/ui/icons.tsx';
import { AccountOffer } from './account-offer.tsx';

/** The place of the session: a light to breathe with, one sentence at a time, and all of it to read. Filled by the script. */
export function NightSession() {
  const { t, i18n } = useTranslation('tonight');
  return (
    <section data-part="session" hidden>
      <a
        href={paths.tonight()}
        data-back=""
        className="text-link -ml-1 inline-flex min-h-11 items-center gap-1.5"
      >
        <Icon name="back" className="size-5" />
        {t('session.back')}
      </a>
      <ExcerptRoot
        language={i18n.language}
        cues="[]"
        className="mt-1 grid grid-cols-1 gap-x-16 gap-y-2 [@media(height<28rem)]:grid-cols-[8rem_minmax(0,1fr)] [@media(height<28rem)]:gap-x-8 wide:mt-4 wide:grid-cols-[minmax(0,1.6fr)_1fr]"
      >
        <ExcerptWindow
          sky={<UnframedSessionArt id="row-0" kind="flow" withSun={false} />}
          className="mx-auto w-26 max-w-full wide:order-last wide:w-72"
        />
        <div className="min-w-0">
          <h1
            data-title=""
            tabIndex={-1}
            className="font-sans text-base font-medium text-flow outline-none"
          >
            {t('title')}
          </h1>
          <p
            data-line=""
            aria-hidden="true"
            className="mt-2 min-h-[5lh] font-serif text-3xl leading-snug font-medium text-pretty text-caption [@media(height<28rem)]:min-h-[3lh] [@media(height<28rem)]:text-2xl wide:min-h-[3lh] wide:text-4xl"
          />
          <ExcerptControls label={t('session.play')} />
          <ExcerptEnding>
            <div className="border-t border-line pt-5">
              <h2 className="text-2xl">{t('end.title')}</h2>
              <p className="mt-2 max-w-prose text-lg">{t('end.text')}</p>
            </div>
          </ExcerptEnding>
          <AccountOffer />
          <details className="group mt-6 border-y border-line">
            <summary className="flex min-h-12 list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
              {t('session.text')}
              <Icon
                name="chevron-down"
                className="size-5 shrink-0 text-ink-2 transition-transform group-open:rotate-180"
              />
            </summary>
            <div
              data-text=""
              className="grid max-w-prose gap-3 pb-5 font-serif text-xl leading-normal text-caption"
            />
          </details>
        </div>
      </ExcerptRoot>
    </section>
  );
}
