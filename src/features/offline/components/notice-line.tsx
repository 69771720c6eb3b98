import { type ReactNode, useLayoutEffect } from 'react';
import { Button } from '#web/ui/button.tsx';
import { registerShownFooterNotice } from '../store.ts';

/** A notice in one line at the foot of the page, with an optional button. */
export function NoticeLine({ children, action }: { children: ReactNode; action?: ReactNode }) {
  useLayoutEffect(registerShownFooterNotice, []);
  return (
    <div data-no-print className="border-t border-line bg-sunk text-sm">
      <p className="mx-auto flex min-h-11 max-w-6xl flex-wrap items-center gap-x-4 px-5 py-1.5 leading-snug wide:px-8">
        <span className="grow basis-48">{children}</span>
        {action}
      </p>
    </div>
  );
}

/** A button in a `NoticeLine`. */
export const NoticeButton = ({
  children,
  onClick,
}: {
  children: ReactNode;
  onClick: () => void;
}) => (
  <Button variant="quiet" className="-my-1.5 min-h-11 px-0 py-1 text-sm" onClick={onClick}>
    {children}
  </Button>
);
