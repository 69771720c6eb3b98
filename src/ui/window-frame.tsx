import type { ReactNode } from 'react';

/** The cabin window: a thin ring, a pale frame, and what is seen through it. Takes the width of its parent. */
export function WindowFrame({
  children,
  className = '',
}: {
  children: ReactNode;
  className?: string;
}) {
  return (
    <div className={`window border border-line bg-raised p-[2.2%] ${className}`}>
      <div className="relative size-full *:size-full">{children}</div>
    </div>
  );
}
