import { useTranslation } from '#web/lib/translation.ts';
import '#web/ui/player-stage.css';
import { UnframedSessionArt } from '#web/features/art/components/session-art.tsx';
import {
  ExcerptRoot,
  ExcerptControls,
  ExcerptEnding,
  ExcerptWindow,
} from '#web/features/excerpt/components/excerpt.tsx';
import { HelpButton } from '#web/features/help/components/help-button.tsx';
import { paths } from '#web/lib/paths.ts';
import { Icon } from '#web/ui/icons.tsx';

/**
 * The place of the session, laid out as in the player: a light to breathe with, one sentence at a time, and all of it to
 * read. Filled by the script.
 */
export function TonightSession() {
  const { t, i18n } = useTranslation('tonight');
  return (
    <section data-part="session" hidden>
      <ExcerptRoot language={i18n.language} kind="flow" cues="[]" className="min-w-0">
        <div data-stage="" className="player-stage">
          <div className="player-grid">
            <div className="player-head">
              <Head />
            </div>
            <ExcerptWindow
              sky={<UnframedSessionArt id="row-0" kind="flow" withSun={false} />}
              className="player-art"
              size="stage"
            />
            <div data-words="" className="player-words">
              <p
                data-line=""
                data-captions=""
                aria-hidden="true"
                className="font-serif text-[min(var(--text-3xl),10vw)] leading-snug font-medium text-pretty wide:text-4xl"
              />
              <ExcerptEnding>
                <h2 className="text-2xl">{t('end.title')}</h2>
                <p className="mt-2 max-w-prose text-lg">{t('end.text')}</p>
              </ExcerptEnding>
            </div>
            <div className="player-bar">
              <ExcerptControls label={t('session.play')} />
            </div>
          </div>
        </div>
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
      </ExcerptRoot>
    </section>
  );
}

/** Back to the choices, what is played, and help. */
function Head() {
  const { t } = useTranslation('tonight');
  return (
    <div className="@container">
      <div className="player-header flex flex-wrap items-center justify-between gap-2 py-3 @min-[17rem]:grid @min-[17rem]:grid-cols-[auto_minmax(0,1fr)_auto]">
        <a
          href={paths.tonight()}
          data-back=""
          aria-label={t('session.back')}
          className="-ml-3 inline-grid size-12 place-items-center rounded-full hover:bg-sunk"
        >
          <Icon name="back" />
        </a>
        <div className="player-title order-last basis-full @min-[17rem]:order-none">
          <h1
            data-title=""
            tabIndex={-1}
            className="font-sans text-sm font-semibold tracking-normal text-flow outline-none"
          >
            {t('title')}
          </h1>
        </div>
        <HelpButton label={t('session.help')} className="justify-self-end" />
      </div>
    </div>
  );
}
