import type { ReactNode } from 'react';

const FRAME = 'mx-auto w-full max-w-6xl px-5 pt-8 pb-16 wide:px-8 wide:pt-12';

/** A page's frame: one column on a phone; from 900 px `aside` stands beside it, and there is never a third. */
export function Page({
  children,
  aside,
  narrow = false,
  className = '',
}: {
  children: ReactNode;
  aside?: ReactNode;
  /** For reading and forms: about 65 characters a line. */
  narrow?: boolean;
  className?: string;
}) {
  if (!aside)
    return (
      <div className={`${FRAME} ${narrow ? '' : className}`}>
        {/* Inside the same frame as every other page, so that the left edge stays where it is. */}
        {narrow ? <div className={`max-w-2xl ${className}`}>{children}</div> : children}
      </div>
    );
  return (
    <div
      className={`${FRAME} grid gap-12 wide:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] wide:gap-20 ${className}`}
    >
      <div className="min-w-0">{children}</div>
      <div className="min-w-0">{aside}</div>
    </div>
  );
}

/** A page's title with what it is about under it. */
export function PageHeading({
  title,
  lead,
  above,
}: {
  title: ReactNode;
  lead?: ReactNode;
  above?: ReactNode;
}) {
  return (
    <header className="mb-8">
      {above && <p className="mb-2 text-sm font-medium text-load empty:hidden">{above}</p>}
      <h1 className="text-3xl">{title}</h1>
      {lead && <p className="mt-3 max-w-prose text-ink-2">{lead}</p>}
    </header>
  );
}

/** A part of a page, parted from the one above by a rule instead of a box. */
export function Section({
  title,
  action,
  children,
  id,
  printed = true,
}: {
  /** False leaves it out on paper. */
  printed?: boolean;
  title?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
  id?: string;
}) {
  return (
    <section
      id={id}
      data-no-print={printed ? undefined : ''}
      className="border-t border-line py-8 first:border-t-0 first:pt-0"
    >
      {title && (
        <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 className="text-xl">{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}

/** The primary action of a phone screen, held at the thumb; on wide screens it stands in the flow. */
export function BottomAction({ children }: { children: ReactNode }) {
  return (
    <div className="bottom-0 max-wide:[@media(min-height:46rem)]:sticky z-10 -mx-5 grid gap-3 bg-ground/95 px-5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))] wide:static wide:mx-0 wide:mt-8 wide:justify-start wide:bg-transparent wide:px-0">
      {children}
    </div>
  );
}
