import type { ReactNode } from 'react';

const FRAME = 'mx-auto w-full max-w-6xl px-5 pt-8 pb-16 phone-low:pt-4 wide:px-8 wide:pt-12';

/** A page's layout: one column on a phone; from 900 px on `aside` stands beside it. Never three columns. */
export function Page({
  children,
  aside,
  narrow = false,
  className = '',
}: {
  children: ReactNode;
  aside?: ReactNode;
  /** Limits the width to about 65 characters a line, for reading and forms. */
  narrow?: boolean;
  className?: string;
}) {
  if (!aside)
    return (
      <div className={`${FRAME} ${narrow ? '' : className}`}>
        {/* Keeps the same outer frame as other pages, so that the left edge does not move. */}
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

/** A page's `<h1>` with an optional lead paragraph under it. */
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
    <header className="mb-8 phone-low:mb-4">
      {above && <p className="mb-2 text-sm font-medium text-load empty:hidden">{above}</p>}
      <h1 className="text-3xl">{title}</h1>
      {lead && <p className="mt-3 max-w-prose text-ink-2">{lead}</p>}
    </header>
  );
}

/** A section of a page, separated from the one above by a rule. */
export function Section({
  title,
  action,
  children,
  id,
  printed = true,
}: {
  /** False hides the section when printing. */
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
