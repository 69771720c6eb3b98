import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SkyPicture, WindowFrame } from '#web/features/art/components/session-art.tsx';

/** A breathing light animated by CSS alone: four seconds in, six out. With reduced motion only the text is shown. */
export function BreathingWindow({ large = false }: { large?: boolean }) {
  const { t } = useTranslation('help');
  const id = useId();
  return (
    <figure
      className={
        large
          ? 'mx-auto w-64'
          : // With large text the window stays small, so that the words beside it keep their width.
            'grid grid-cols-[min(6.5rem,28vw)_minmax(0,1fr)] grid-rows-[1fr_auto_auto_1fr] gap-x-5 motion-reduce:block'
      }
    >
      <div aria-hidden="true" className={`motion-reduce:hidden ${large ? '' : 'row-span-4'}`}>
        <WindowFrame>
          <div className="relative">
            <SkyPicture id="row-0" kind="flow" withSun={false} />
            <svg
              viewBox="0 0 60 60"
              className="breathing-light absolute bottom-[4%] left-[22%] w-[56%]"
            >
              <defs>
                <radialGradient id={id}>
                  <stop offset="0" stopColor="#fffaf0" />
                  <stop offset=".32" stopColor="#ffeccb" stopOpacity=".85" />
                  <stop offset="1" stopColor="#ffe2b0" stopOpacity="0" />
                </radialGradient>
              </defs>
              <circle cx="30" cy="30" r="30" fill={`url(#${id})`} />
            </svg>
          </div>
        </WindowFrame>
      </div>
      <p
        aria-hidden="true"
        // Both words in one place, which is as high as the longer one: what follows stands below at any text size.
        className={`grid font-serif text-xl *:[grid-area:1/1] motion-reduce:hidden ${large ? 'mt-4 text-center' : 'col-start-2 row-start-2'}`}
      >
        <span className="breathing-in">{t('sos.breatheIn')}</span>
        <span className="breathing-out">{t('sos.breatheOut')}</span>
      </p>
      <div
        aria-hidden="true"
        className="hidden h-2 overflow-hidden rounded-full bg-line motion-reduce:block"
      >
        <div className="breathing-bar h-full rounded-full bg-horizon" />
      </div>
      <figcaption
        className={`mt-2 text-sm text-ink-2 motion-reduce:mt-5 motion-reduce:text-left motion-reduce:font-serif motion-reduce:text-xl motion-reduce:text-ink ${large ? 'text-center' : 'col-start-2 row-start-3'}`}
      >
        {t('sos.breathing')}
      </figcaption>
    </figure>
  );
}
