import { useTranslation } from '#web/lib/translation.ts';
import { SosRim } from './sos-stage.tsx';

/** A light that rises over a rim for four seconds and sinks for six, by CSS alone. With reduced motion a bar fills. */
export function SosBreathingLight() {
  const { t } = useTranslation('help');
  return (
    <figure>
      <div aria-hidden="true" className="sos-breath motion-reduce:hidden">
        <span className="breathing-light" />
        <SosRim />
      </div>
      <div
        aria-hidden="true"
        className="hidden h-2 overflow-hidden rounded-full bg-line motion-reduce:block"
      >
        <div className="breathing-bar h-full rounded-full bg-horizon" />
      </div>
      <figcaption className="mt-2 text-center text-ink-2 motion-reduce:text-left">
        {t('sos.light')}
      </figcaption>
    </figure>
  );
}
