import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SkyPicture } from '#web/features/art/components/session-art.tsx';
import { WindowFrame } from '#web/ui/window-frame.tsx';

/** A light that rises for four seconds and sinks for six, in CSS alone; with reduced motion the words stand by themselves. */
export function BreathingWindow({ large = false }: { large?: boolean }) {
  const { t } = useTranslation('help');
  const id = useId();
  return (
    <figure className={`mx-auto ${large ? 'w-64' : 'w-44'}`}>
      <div aria-hidden="true" className="motion-reduce:hidden">
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
        <p className="relative mt-4 h-8 text-center font-serif text-xl">
          <span className="breathing-in absolute inset-x-0">{t('sos.breatheIn')}</span>
          <span className="breathing-out absolute inset-x-0">{t('sos.breatheOut')}</span>
        </p>
      </div>
      <div
        aria-hidden="true"
        className="hidden h-2 overflow-hidden rounded-full bg-line motion-reduce:block"
      >
        <div className="breathing-bar h-full rounded-full bg-horizon" />
      </div>
      <figcaption className="mt-2 text-center text-sm motion-reduce:mt-5 text-ink-2 motion-reduce:text-left motion-reduce:font-serif motion-reduce:text-xl motion-reduce:text-ink">
        {t('sos.breathing')}
      </figcaption>
    </figure>
  );
}
