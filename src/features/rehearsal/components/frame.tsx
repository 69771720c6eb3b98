import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { HelpButton } from '#web/features/help/components/help-button.tsx';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';

const BACK = '-ml-3 inline-grid size-12 shrink-0 place-items-center rounded-full hover:bg-sunk';

/** The page's own frame around everything but the flight: the way back, a line in the middle, “Help me now”. */
export function RehearsalPageFrame({
  line,
  onBack,
  isRoomy = false,
  children,
}: {
  line?: string | undefined;
  /** Goes one step back within the page; without it the way leads to the ladder. */
  onBack?: () => void;
  /** For what stands side by side on a wide screen. */
  isRoomy?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation('rehearsal');
  return (
    <div
      className={`mx-auto flex min-h-dvh w-full max-w-xl grow flex-col px-5 ${isRoomy ? 'wide:max-w-5xl' : 'wide:max-w-2xl'}`}
    >
      <header className="flex flex-wrap items-center gap-3 pt-[max(0.75rem,env(safe-area-inset-top))] pb-4">
        {onBack ? (
          <button type="button" onClick={onBack} aria-label={t('back')} className={BACK}>
            <Icon name="back" className="size-6" />
          </button>
        ) : (
          <Link href={paths.ladder()} aria-label={t('toLadder')} className={BACK}>
            <Icon name="back" className="size-6" />
          </Link>
        )}
        <p className="grow basis-0 text-center text-sm text-ink-2">{line}</p>
        <HelpButton className="ml-auto" />
      </header>
      <div className="flex grow flex-col">{children}</div>
    </div>
  );
}
