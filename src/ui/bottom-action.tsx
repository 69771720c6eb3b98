import type { ReactNode } from 'react';
import { padPageAboveBar } from './page-padding.ts';

/** The page's primary action: sticky at the bottom of a phone screen, in the flow on wide screens. */
export function BottomAction({ children }: { children: ReactNode }) {
  return (
    <div
      ref={padPageAboveBar}
      data-bar=""
      className="bottom-(--held) max-wide:[@media(min-height:46rem)]:sticky z-10 -mx-5 grid gap-3 bg-ground/95 px-5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))] wide:static wide:mx-0 wide:mt-8 wide:justify-start wide:bg-transparent wide:px-0"
    >
      {children}
    </div>
  );
}
