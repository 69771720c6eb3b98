import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { SkyPicture, WindowFrame } from '#web/features/art/components/session-art.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

const BREATHS = 3;

/**
 * One minute of a real session. All of its text is in the markup; the player of the sessions paces it without a framework
 * (engine/excerpt-player.ts). A test compares the sentences with the session's script.
 */
export function Excerpt() {
  const { t, i18n } = useTranslation('landing');
  const lines = t('excerpt.lines', { returnObjects: true });
  return (
    <section id="hear" className="scroll-mt-4">
      <div
        data-excerpt={i18n.language}
        className="mx-auto grid max-w-6xl gap-y-4 px-5 py-16 sm:grid-cols-[12rem_1fr] sm:gap-x-10 wide:gap-x-20 wide:grid-cols-[1fr_1.5fr] wide:px-8 wide:py-24"
      >
        <div className="w-40 sm:w-auto wide:w-72">
          <WindowFrame>
            <div className="relative">
              <SkyPicture id="row-2" kind="flow" withSun={false} />
              <BreathLight />
            </div>
          </WindowFrame>
          <p className="mt-4 flex h-9 items-baseline justify-center gap-3 font-serif text-xl">
            <span data-guide="" />
            <span data-count="" aria-hidden="true" className="tabular w-[1ch] text-ink-2" />
          </p>
        </div>
        <div className="flex flex-col">
          <p className="font-medium text-flow">{t('excerpt.kind')}</p>
          <h2 className="text-3xl">{t('excerpt.title')}</h2>
          <p className="mt-5 max-w-prose text-ink-2 max-wide:order-last wide:mt-3">
            {t('excerpt.about', { title: t('excerpt.session') })}
          </p>
          <Controls />
          <Ending />
          <p
            className="mt-7 max-w-prose font-serif text-xl leading-normal text-caption"
            lang={i18n.language}
          >
            {lines.map((line) => (
              <Fragment key={line}>
                <span className="cue">{line}</span>{' '}
              </Fragment>
            ))}
            <span
              data-breaths={BREATHS}
              data-in={t('excerpt.in')}
              data-out={t('excerpt.out')}
              className="cue"
            >
              {t('excerpt.breathing')}
            </span>{' '}
            <span className="cue">{t('excerpt.after')}</span>
          </p>
          <p data-said="" aria-live="polite" className="sr-only" />
        </div>
      </div>
    </section>
  );
}

/** The breathing light in the window; moved by the script. */
function BreathLight() {
  return (
    <svg
      data-light=""
      viewBox="0 0 60 60"
      aria-hidden="true"
      className="absolute bottom-[6%] left-1/2 w-1/2 -translate-x-1/2"
    >
      <defs>
        <radialGradient id="excerpt-light">
          <stop offset="0" stopColor="#fffaf0" />
          <stop offset=".32" stopColor="#ffeccb" stopOpacity=".85" />
          <stop offset="1" stopColor="#ffe2b0" stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx="30" cy="30" r="30" fill="url(#excerpt-light)" />
    </svg>
  );
}

function Controls() {
  const { t } = useTranslation('landing');
  const labels = {
    'data-play': t('excerpt.play'),
    'data-pause': t('excerpt.pause'),
    'data-again': t('excerpt.again'),
  };
  return (
    <div data-controls="" className="invisible mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
      <button
        type="button"
        data-toggle=""
        {...labels}
        className="group inline-flex min-h-14 items-center gap-3 rounded-full bg-ink py-2 pr-7 pl-5 font-medium text-on-ink transition-opacity hover:opacity-90 aria-busy:opacity-55"
      >
        <Icon name="play" className="size-6 group-data-playing:hidden" />
        <Icon name="pause" className="hidden size-6 group-data-playing:block" />
        <span data-label="">{t('excerpt.play')}</span>
      </button>
      <button
        type="button"
        data-voice=""
        data-on={t('excerpt.voiceOn')}
        data-off={t('excerpt.voiceOff')}
        hidden
        className="inline-flex min-h-12 items-center gap-2 px-2"
      >
        <Icon name="sound" className="size-5" />
        <span data-label="">{t('excerpt.voiceOn')}</span>
      </button>
      <span data-time="" aria-hidden="true" className="tabular text-sm text-ink-2" />
      <progress
        data-progress=""
        aria-label={t('excerpt.progress')}
        value={0}
        max={1}
        className="thin-progress basis-full"
      />
    </div>
  );
}

/**
 * Shows the way on once the excerpt has ended, and a message when its player could not be loaded. Hidden until then.
 */
function Ending() {
  const { t } = useTranslation('landing');
  return (
    <>
      <div data-end="" hidden className="mt-5">
        <p className="max-w-prose">{t('excerpt.end')}</p>
        <ButtonLink href="/auth?mode=sign-up" variant="secondary" className="mt-4 max-sm:w-full">
          {t('hero.assess')}
        </ButtonLink>
      </div>
      <p data-failure="" role="alert" hidden className="mt-5 max-w-prose text-refusal">
        {t('excerpt.failed')}
      </p>
    </>
  );
}
