import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '#web/ui/notice.tsx';

/** What became of a form, in the place of the form: the focus goes there with it, and so it is read out. */
export function Outcome({
  tone = 'notice',
  children,
  actions,
}: {
  tone?: 'notice' | 'refusal';
  children: ReactNode;
  actions?: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="rounded-2xl outline-none">
      <Notice tone={tone} live={false} actions={actions}>
        {children}
      </Notice>
    </div>
  );
}
