import { useSignOutFailure } from '#web/lib/error-sentence.ts';
import { Notice } from '#web/ui/notice.tsx';

const bringIntoSight = (element: HTMLElement | null) =>
  element?.scrollIntoView({ block: 'nearest' });

/** Says that signing out did not work, where it is seen whatever is held at the bottom. */
export function SignOutFailed({ error }: { error: unknown }) {
  const { title, detail } = useSignOutFailure()(error);
  return (
    <div ref={bringIntoSight}>
      <Notice tone="refusal" title={title}>
        {detail}
      </Notice>
    </div>
  );
}
