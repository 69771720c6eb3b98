import type { ReactNode } from 'react';

/** Read aloud, never drawn. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}
