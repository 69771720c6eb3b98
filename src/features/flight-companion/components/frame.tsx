import { useTranslation } from '#web/lib/translation.ts';
import './held-actions.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { HelpButton } from '#web/features/help/components/help-button.tsx';
import { OngoingSessionPlayer } from '#web/features/player/components/ongoing-session.tsx';
import { paths } from '#web/lib/paths.ts';
import { Icon } from '#web/ui/icons.tsx';

/** The page's own frame: the way out, a line in the middle, “Help me now”; below, what a thumb reaches. */
export function FlightCompanionPageFrame({
  line,
  back,
  children,
  actions,
  isSeat = true,
}: {
  line: ReactNode;
  /** Where the way out leads, other than to Today. */
  back?: { href: string; label: string };
  children: ReactNode;
  actions?: ReactNode;
  /** Whether it is for the seat, where nothing lies over the page (theme.css). */
  isSeat?: boolean;
}) {
  const { t } = useTranslation('flight');
  return (
    <div
      data-undisturbed={isSeat ? '' : undefined}
      className="flight-frame mx-auto flex w-full max-w-xl grow flex-col px-5 wide:max-w-5xl wide:px-8"
    >
      <header className="flight-header flex flex-wrap items-center gap-3 pt-[max(0.75rem,env(safe-area-inset-top))] pb-2">
        <Link
          href={back?.href ?? paths.home()}
          aria-label={back?.label ?? t('close')}
          className="-ml-3 inline-grid size-12 shrink-0 place-items-center rounded-full hover:bg-sunk"
        >
          <Icon name="back" className="size-6" />
        </Link>
        <p className="grow basis-0 text-center text-sm leading-tight text-balance text-ink-2">
          {line}
        </p>
        <HelpButton label={t('help')} className="ml-auto" />
      </header>
      <div className="flex min-w-0 grow flex-col pb-4">{children}</div>
      <div className="held-actions z-10 -mx-5 flex flex-wrap items-center gap-3 bg-ground px-5 pt-3 empty:hidden wide:mx-0 wide:ml-auto wide:w-[calc(50%-2rem)] wide:px-0 pb-[max(1rem,env(safe-area-inset-bottom))]">
        {/* A piece goes on from one phase to the next, and is stopped where the thumb is. */}
        <OngoingSessionPlayer className="min-w-0 grow basis-full max-taller:basis-72" />
        {actions}
      </div>
    </div>
  );
}
