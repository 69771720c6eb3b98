import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';

/** The way back, what is playing, and help: always in the same place. */
export function PlayerHeader({ content }: { content?: ContentDetail }) {
  const { t } = useTranslation(['player', 'common']);
  const colour = content?.kind === 'load' ? 'text-load' : 'text-flow';
  return (
    <div className="@container">
      <header className="flex flex-wrap items-center justify-between gap-2 py-3 @min-[17rem]:grid @min-[17rem]:grid-cols-[auto_minmax(0,1fr)_auto] sm:grid-cols-[minmax(max-content,1fr)_minmax(0,auto)_minmax(max-content,1fr)]">
        <Link
          href={paths.library()}
          aria-label={t('player:back')}
          title={t('player:back')}
          className="-ml-3 inline-grid size-12 place-items-center rounded-full hover:bg-sunk"
        >
          <Icon name="back" />
        </Link>
        {content ? (
          // Between the two, or under them where it would have to break words.
          <h1
            className={`order-last basis-full text-center font-sans text-sm font-semibold tracking-normal @min-[17rem]:order-none @min-[17rem]:text-left sm:text-center ${colour}`}
          >
            <span className="max-sm:hidden">
              {t(`common:kind.${content.kind}`)}
              {' · '}
            </span>
            <span lang={content.language}>{content.title}</span>
          </h1>
        ) : (
          <span />
        )}
        <Link href={paths.sos()} asChild>
          <ButtonLink
            variant="secondary"
            className="min-h-11 min-w-0 justify-self-end border-line px-4"
            icon={<Icon name="help" className="size-5 text-flow" />}
          >
            {t('player:help')}
          </ButtonLink>
        </Link>
      </header>
    </div>
  );
}
