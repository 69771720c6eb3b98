import type { MouseEvent } from 'react';
import { Link } from 'wouter';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { HelpButton } from '#web/features/help/components/help-button.tsx';
import { OriginLessonName } from '#web/features/programs/components/lesson-name.tsx';
import { roundToMinutes } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { findPreviousPath } from '#web/lib/previous-page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';

/** Pages that a person passes through once, on the way to a session. */
const PASSED_THROUGH = /^\/(?:auth|onboarding|subscription|subscription-success)(?:[/?]|$)/;

/**
 * Goes back as the browser does, to the search and the place that were left, when the previous page is one of ours;
 * else on to the library.
 */
function BackLink() {
  const { t } = useTranslation(['player', 'ui']);
  const previous = findPreviousPath();
  const isOurs = previous !== null && !PASSED_THROUGH.test(previous);
  const isLibrary = !isOurs || previous.startsWith(paths.library());
  const label = t(isLibrary ? 'player:back' : 'ui:actions.back');
  const goBack = (event: MouseEvent) => {
    if (!isOurs || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.back();
  };
  return (
    <Link
      href={isOurs ? previous : paths.library()}
      onClick={goBack}
      aria-label={label}
      data-tooltip=""
      className="-ml-3 inline-grid size-12 place-items-center rounded-full hover:bg-sunk"
    >
      <Icon name="back" />
    </Link>
  );
}

/** The player's header: back link, title, the session's subject in a few words, help. */
export function PlayerHeader({ content }: { content?: ContentDetail }) {
  const { t } = useTranslation(['player', 'common', 'areas']);
  const main = content?.areas[0];
  const colour = content?.kind === 'load' ? 'text-load' : 'text-flow';
  return (
    <div className="@container -mx-5 bg-ground px-5 wide:mx-0 wide:px-0">
      <header className="player-header flex flex-wrap items-center justify-between gap-2 py-3 @min-[17rem]:grid @min-[17rem]:grid-cols-[auto_minmax(0,1fr)_auto] sm:grid-cols-[minmax(max-content,1fr)_minmax(0,auto)_minmax(max-content,1fr)]">
        <BackLink />
        {content ? (
          // Between the two, or below them where words would break.
          <div className="player-title order-last basis-full text-center text-sm @min-[17rem]:order-none @min-[17rem]:text-left sm:text-center">
            <h1
              lang={content.language}
              className={`font-sans text-sm font-semibold tracking-normal ${colour}`}
            >
              {content.title}
            </h1>
            <p className="leading-snug text-ink-2">
              <OriginLessonName>
                {main && <span className="max-sm:hidden">{`${t(`areas:${main}`)} · `}</span>}
              </OriginLessonName>
              {/* On a phone it stands below, with the description: what is said there comes first. */}
              <span className="max-sm:hidden">
                {t('common:kindAndLength', {
                  kind: t(`common:kind.${content.kind}`),
                  count: roundToMinutes(content.durationMs),
                })}
              </span>
            </p>
          </div>
        ) : (
          <span />
        )}
        <HelpButton label={t('player:help')} className="justify-self-end" />
      </header>
    </div>
  );
}
