import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of a half of an attempt; one that took another's place comes into view, and takes the focus. */
export function PartHeading({ arrives, children }: { arrives: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!arrives) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [arrives]);
  return (
    <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
      {children}
    </h2>
  );
}
