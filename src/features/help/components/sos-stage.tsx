import type { Ref } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';

const ANSWERS = ['quieter', 'same', 'louder'] as const;
const ROUND = 'min-h-12 rounded-full px-3 text-center text-base leading-tight text-ink-2';

/**
 * What a piece of “Help me now” is shown in: one sentence at a time over a light that travels along a rim, then one
 * question. Complete markup without behaviour, which engine/attach-sos.ts adds.
 */
export function SosStage({ ref }: { ref?: Ref<HTMLDialogElement> | undefined }) {
  const { t } = useTranslation('help');
  return (
    <dialog ref={ref} data-part="stage" className="sos-stage" aria-label={t('sos.stage')}>
      <div data-part="playing" className="sos-scene">
        <Close label={t('sos.close')} />
        <div className="sos-words font-serif font-medium">
          <p data-part="former" aria-hidden="true" className="sos-former" />
          <p data-part="line" className="sos-line" />
        </div>
        <div data-part="rim" className="sos-rim">
          <SosRim />
          <span aria-hidden="true" className="sos-light" />
          <span data-part="left" className="tabular sos-left" />
        </div>
        <p data-part="no-voice" hidden className="px-6 text-center text-sm text-ink-2">
          {t('sos.noVoice')}
        </p>
        <div className="sos-keys grid grid-cols-[1fr_auto_1fr] items-center gap-2 px-4 pb-[max(min(1.5rem,4vh),env(safe-area-inset-bottom))]">
          {/* Says which of the two it leads to: engine/attach-sos.ts. */}
          <button
            type="button"
            data-part="how-now"
            data-aloud={t('sos.how.aloud')}
            data-silent={t('sos.how.silent')}
            className={ROUND}
          >
            {t('sos.how.silent')}
          </button>
          <button
            type="button"
            data-part="pause"
            aria-pressed="false"
            aria-label={t('sos.pause')}
            className="sos-key grid place-items-center rounded-full border border-edge bg-raised text-ink-2"
          >
            <Icon name="pause" className="sos-pause size-7" />
            <Icon name="play" className="sos-play size-7" />
          </button>
          <button type="button" data-part="again" className={ROUND}>
            {t('sos.again')}
          </button>
        </div>
      </div>
      <AfterPiece />
    </dialog>
  );
}

/** The one question afterwards; every answer has the same weight, and none is needed. */
function AfterPiece() {
  const { t } = useTranslation('help');
  return (
    <div data-part="after" hidden className="sos-scene sos-dawn">
      <Close label={t('sos.close')} />
      <div className="mt-[6vh] px-6">
        <h2 data-part="and" tabIndex={-1} className="text-4xl outline-none">
          {t('sos.and.title')}
        </h2>
        <p className="mt-2 mb-6 text-ink-2">{t('sos.and.text')}</p>
        <div className="sos-answers border-t border-line">
          {ANSWERS.map((answer) => (
            <button
              key={answer}
              type="button"
              data-answer={answer}
              data-reply={t(`sos.and.replies.${answer}`)}
              aria-pressed="false"
              className="sos-answer flex min-h-16 w-full items-center border-b border-line py-3 text-left font-serif text-xl font-medium"
            >
              {t(`sos.and.${answer}`)}
            </button>
          ))}
        </div>
        <output data-part="reply" className="mt-4 block min-h-14 text-lg" />
      </div>
      <div className="sos-rim mt-auto">
        <SosRim />
      </div>
      <div className="sos-ways mt-auto grid grid-cols-2 gap-3 px-6 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
        {/* Where there is one about what the piece was about: engine/attach-sos.ts. */}
        <a
          data-part="longer"
          href="#listen"
          className="col-span-2 grid min-h-12 place-items-center text-center leading-tight underline underline-offset-4 [&[hidden]]:hidden"
        >
          {t('sos.longer')}
        </a>
        {(['once-more', 'back'] as const).map((part) => (
          <button
            key={part}
            type="button"
            data-part={part}
            className="min-h-14 rounded-full border border-edge bg-raised px-3 leading-tight font-medium"
          >
            {t(part === 'back' ? 'sos.back' : 'sos.onceMore')}
          </button>
        ))}
      </div>
    </div>
  );
}

function Close({ label }: { label: string }) {
  return (
    <form method="dialog" className="px-3 pt-[max(0.75rem,env(safe-area-inset-top))]">
      <button
        aria-label={label}
        className="grid size-12 place-items-center rounded-full text-ink-2"
      >
        <Icon name="close" className="size-6" />
      </button>
    </form>
  );
}

/** The rim of the earth, twice: what is over is amber, as far as `--gone` says. */
export function SosRim() {
  return (
    <>
      {['sos-arc', 'sos-arc sos-arc-gone'].map((name) => (
        <svg
          key={name}
          aria-hidden="true"
          viewBox="0 0 100 10"
          preserveAspectRatio="none"
          className={name}
        >
          <path
            d="M0 10Q50 0 100 10"
            fill="none"
            stroke="currentcolor"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
      ))}
    </>
  );
}
