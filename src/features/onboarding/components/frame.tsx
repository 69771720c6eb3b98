import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Logo } from '#web/features/art/components/logo.tsx';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';

const WIDE = 'max-w-6xl wide:px-8';

/** What stands around a step: the name of the product, help in the same place as everywhere, one column. */
export function Frame({
  children,
  foot,
  wide = false,
}: {
  children: ReactNode;
  /** What stands at the end of the page, whatever the step. */
  foot?: ReactNode;
  wide?: boolean;
}) {
  const { t } = useTranslation('ui');
  return (
    <>
      <header
        className={`mx-auto flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4 ${WIDE}`}
      >
        <Logo />
        <Link href={paths.sos()} asChild>
          <ButtonLink
            variant="secondary"
            className="min-h-11 min-w-0 border-line px-4"
            icon={<Icon name="help" className="size-5 shrink-0 text-flow" />}
          >
            {t('nav.helpNow')}
          </ButtonLink>
        </Link>
      </header>
      <div
        className={`settle mx-auto flex w-full grow flex-col px-5 pt-6 sm:pt-12 sm:pb-12 ${wide ? WIDE : 'max-w-xl'}`}
      >
        {children}
        {foot}
      </div>
    </>
  );
}

/** A step that is a form: its content, then its one action at the thumb. */
export function StepForm({
  onSubmit,
  children,
  actions,
  below,
  readFirst = false,
}: {
  onSubmit: () => void;
  children: ReactNode;
  /** What is held at the thumb: the primary action alone, so that it covers as little as it can. */
  actions: ReactNode;
  /** What comes after it, in the flow. */
  below?: ReactNode;
  /** The actions come after the text instead of lying over its end: it has to be read before they are used. */
  readFirst?: boolean;
}) {
  return (
    <form
      noValidate
      className="flex grow flex-col sm:grow-0"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="grow pb-6">{children}</div>
      <StepActions held={!readFirst} below={below}>
        {actions}
      </StepActions>
    </form>
  );
}

// On a screen too low for both, what is asked goes before the button that answers it.
const HELD = 'bottom-0 z-10 bg-ground max-sm:[@media(min-height:46rem)]:sticky';

/** The action of a step, held at the thumb on a phone and standing in the flow on anything larger. */
export function StepActions({
  children,
  below,
  held = true,
}: {
  children: ReactNode;
  below?: ReactNode;
  held?: boolean;
}) {
  const bottom = 'pb-[max(1.25rem,env(safe-area-inset-bottom))]';
  return (
    <>
      <div
        className={`${held ? HELD : ''} -mx-5 grid gap-3 px-5 pt-3 sm:mx-0 sm:mt-4 sm:px-0 ${below ? 'pb-3' : bottom}`}
      >
        {children}
      </div>
      {below && <div className={`grid gap-3 ${bottom}`}>{below}</div>}
    </>
  );
}
