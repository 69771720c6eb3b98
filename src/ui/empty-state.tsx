import type { ReactNode } from 'react';

/** An empty state: says that there is nothing yet and what to do next. */
export function EmptyState({
  title,
  children,
  action,
  picture,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  picture?: ReactNode;
}) {
  return (
    <div className="py-10">
      {picture && <div className="mb-6 w-24">{picture}</div>}
      <h2 className="text-2xl">{title}</h2>
      {children && <div className="mt-2 max-w-prose text-ink-2">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
