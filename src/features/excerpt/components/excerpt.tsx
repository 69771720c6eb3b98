import { useTranslation } from '#web/lib/translation.ts';
import '#web/ui/passing-sky.css';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ScriptKind } from '#shared/rules/script-timing.ts';
import { WindowFrame } from '#web/features/art/components/session-art.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { attachExcerpt } from '../engine/attach-excerpt.ts';

// The parts of an excerpt that a visitor may play. All of its text is in the markup; the player of the sessions paces
// it without a framework (engine/excerpt-player.ts).

/**
 * The root element of a session's playable excerpt, around its parts. `cues` is JSON text, so that a prerendered page
 * can contain a placeholder. An exposure (`kind`) is never made softer without a voice.
 */
export function ExcerptRoot({
  language,
  kind,
  cues,
  className,
  children,
}: {
  language: string;
  kind: ScriptKind;
  cues: string;
  className: string;
  children: ReactNode;
}) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => (root.current ? attachExcerpt(root.current) : undefined), []);
  return (
    <div ref={root} data-excerpt={language} data-kind={kind} data-cues={cues} className={className}>
      {children}
      <p data-said="" aria-live="polite" className="sr-only" />
    </div>
  );
}

/**
 * The cabin window of an excerpt with its breathing light over a sky without a sun, and the instruction (in, out) below
 * it.
 */
export function ExcerptWindow({
  sky,
  className,
  size = 'fill',
}: {
  sky: ReactNode;
  className: string;
  /** As wide as `className` makes it, or as high as the player's stage leaves room for. */
  size?: 'fill' | 'stage';
}) {
  const { t } = useTranslation('excerpt');
  const words = {
    'data-in': t('in'),
    'data-hold_in': t('hold_in'),
    'data-out': t('out'),
    'data-hold_out': t('hold_out'),
  };
  return (
    <div
      className={`${className} ${size === 'stage' ? 'breath-light flex flex-col items-center' : ''}`}
    >
      <WindowFrame
        className={
          size === 'stage' ? 'h-[clamp(6rem,100dvh-35rem,24rem)] wide:h-[min(62dvh,34rem)]' : ''
        }
      >
        <div data-window="" className="relative">
          {sky}
          <div data-hour="" className="hour-light absolute inset-0 opacity-0" />
          <BreathLight />
        </div>
      </WindowFrame>
      <p className="mt-4 flex min-h-9 items-baseline justify-center gap-3 font-serif text-xl">
        <span data-guide="" {...words} />
        <span data-count="" aria-hidden="true" className="tabular w-[1ch] text-ink-2" />
      </p>
    </div>
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

/**
 * The controls of an excerpt: the play button, the button for the device's voice, and the progress, hidden until a
 * script has attached their behaviour; without scripts, a text says what needs them.
 */
export function ExcerptControls({
  label,
  offersSilence = false,
}: {
  label: string;
  /** Whether one can begin in silence, where that is not asked before. */
  offersSilence?: boolean;
}) {
  const { t } = useTranslation('excerpt');
  const labels = {
    'data-play': label,
    'data-pause': t('pause'),
    'data-again': t('again'),
  };
  return (
    <>
      <noscript>
        <p className="mt-6 max-w-prose rounded-2xl bg-notice-ground px-5 py-4">{t('noScript')}</p>
      </noscript>
      <div data-controls="" className="invisible mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
        <button
          type="button"
          data-toggle=""
          {...labels}
          className="group inline-flex min-h-14 max-w-full items-center gap-3 rounded-full bg-ink py-2 pr-7 pl-5 font-medium text-on-ink transition-opacity hover:opacity-90 aria-busy:opacity-55"
        >
          <Icon name="play" className="size-6 group-data-playing:hidden" />
          <Icon name="pause" className="hidden size-6 group-data-playing:block" />
          <span data-label="">{label}</span>
        </button>
        {offersSilence && (
          <button type="button" data-silence="" className="text-link min-h-12 px-2">
            {t('silence')}
          </button>
        )}
        <button
          type="button"
          data-voice=""
          data-on={t('voiceOn')}
          data-off={t('voiceOff')}
          hidden
          className="inline-flex min-h-12 items-center gap-2 px-2"
        >
          <Icon name="sound" className="size-5" />
          <span data-label="">{t('voiceOn')}</span>
        </button>
        <button
          type="button"
          data-read-on=""
          hidden
          className="min-h-12 px-2 underline-offset-4 hover:underline"
        >
          {t('readOn')}
        </button>
        <div className="flex min-w-0 basis-full items-center gap-x-4">
          <progress
            data-progress=""
            aria-label={t('progress')}
            value={0}
            max={1}
            className="thin-progress min-w-0 grow"
          />
          <span data-time="" aria-hidden="true" className="tabular text-sm text-ink-2" />
        </div>
        <p data-unheard="" hidden className="basis-full text-sm text-ink-2">
          {t('noVoice')}
        </p>
      </div>
    </>
  );
}

/**
 * Shows `children` once the excerpt has ended, and a message when its player could not be loaded. Hidden until then.
 */
export function ExcerptEnding({ children }: { children: ReactNode }) {
  const { t } = useTranslation('excerpt');
  return (
    <>
      <div data-end="" hidden className="mt-5">
        {children}
      </div>
      <p data-failure="" role="alert" hidden className="mt-5 max-w-prose text-refusal">
        {t('failed')}
      </p>
    </>
  );
}
