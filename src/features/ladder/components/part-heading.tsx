import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of one half of an attempt. When it replaced another, it takes the focus and scrolls into view. */
export function AttemptHeading({
  takesFocus,
  children,
}: {
  takesFocus: boolean;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [takesFocus]);
  return (
    <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
      {children}
    </h2>
  );
}
