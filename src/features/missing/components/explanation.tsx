import type { ReactNode } from 'react';
import { SessionArt } from '#web/features/art/components/session-art.tsx';

/** The content of a page that has nothing else to show: what happened, and as children the buttons that lead on. */
export function PageExplanation({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto grid max-w-6xl items-center gap-x-20 gap-y-8 px-5 pt-8 pb-20 wide:grid-cols-[1.5fr_1fr] wide:px-8 wide:pt-20">
      <div className="wide:order-last">
        <SessionArt id="row-7" kind="load" className="w-[min(9rem,60vw)] wide:w-56" />
      </div>
      <div>
        <h1 className="text-4xl">{title}</h1>
        <p className="mt-4 max-w-prose text-lg text-ink-2">{text}</p>
        <div className="mt-8 flex flex-wrap gap-3">{children}</div>
      </div>
    </div>
  );
}
