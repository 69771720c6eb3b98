import { useSignOutErrorMessage } from '#web/lib/error-message.ts';
import { Notice } from '#web/ui/notice.tsx';

const scrollIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' });

/** Says that signing out failed, scrolled into view above sticky elements. */
export function SignOutFailed({ error }: { error: unknown }) {
  const { title, detail } = useSignOutErrorMessage()(error);
  return (
    <div ref={scrollIntoView}>
      <Notice tone="refusal" title={title}>
        {detail}
      </Notice>
    </div>
  );
}
