import type { ReactNode } from 'react';

/** A frame in the shape of a cabin window around its children. Takes the width of its parent. */
export function WindowFrame({
  children,
  className = '',
}: {
  children: ReactNode;
  className?: string;
}) {
  return (
    <div className={`window relative border border-line bg-raised ${className}`}>
      {/* An inset, since a padding in per cent would follow the parent's width instead of the window's. */}
      <div className="absolute inset-[2.4%] isolate *:size-full">{children}</div>
    </div>
  );
}
