import { type ReactNode, useEffect, useRef } from 'react';

/**
 * The heading of the form before or after an attempt. With `takesFocus`, because it replaced the other form, it takes
 * the focus and scrolls into view.
 */
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
