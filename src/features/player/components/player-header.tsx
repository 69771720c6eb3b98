import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { HelpButton } from '#web/features/help/components/help-button.tsx';
import { paths } from '#web/lib/paths.ts';
import { Icon } from '#web/ui/icons.tsx';

/** The player's header: back link, title, help. */
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
          // Between the two, or below them where words would break.
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
        <HelpButton label={t('player:help')} className="justify-self-end" />
      </header>
    </div>
  );
}
