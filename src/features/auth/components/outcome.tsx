import { type ReactNode, useEffect, useRef } from 'react';
import { hasErrorCode } from '#web/lib/api.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Shows the result of a form in its place. It takes the focus, so that screen readers read it. */
export function FormResult({
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

/** Shows why signing in failed. Never reveals whether an address has an account. */
export function SignInFailureNotice({ error, other }: { error: Error; other?: ReactNode }) {
  const { t } = useTranslation('auth');
  const describeError = useErrorMessage();
  const unusable = hasErrorCode(error, 'email_unusable');
  return (
    <Notice tone="refusal" title={t('refused')} actions={unusable && other}>
      {describeError(error)} {t('safe')}
    </Notice>
  );
}
