import type { ReactNode } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from './icons.tsx';
import { Button } from './button.tsx';

/**
 * A message: information (`notice`) or something that failed (`refusal`), with what happened, what is safe and what
 * to try. A refusal is announced to screen readers when it appears.
 */
export function Notice({
  tone = 'notice',
  title,
  children,
  actions,
  live = tone === 'refusal',
}: {
  tone?: 'notice' | 'refusal';
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  live?: boolean;
}) {
  const look = tone === 'refusal' ? 'bg-refusal-ground' : 'bg-notice-ground';
  const mark = tone === 'refusal' ? 'text-refusal' : 'text-notice';
  return (
    <div
      role={live ? 'alert' : undefined}
      className={`flex items-start gap-3.5 rounded-2xl px-5 py-4 ${look}`}
    >
      <Icon name="notice" className={`mt-1 size-5 shrink-0 ${mark}`} />
      <div className="min-w-0 grow">
        {title && <p className={`font-medium ${mark}`}>{title}</p>}
        {children && <div className={title ? 'mt-1' : undefined}>{children}</div>}
        {actions && <div className="mt-3 flex flex-wrap gap-3">{actions}</div>}
      </div>
    </div>
  );
}

/** An empty state: says that there is nothing yet and what to do next. */
export function EmptyState({
  title,
  children,
  action,
  picture,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  picture?: ReactNode;
}) {
  return (
    <div className="py-10">
      {picture && <div className="mb-6 w-24">{picture}</div>}
      <h2 className="text-2xl">{title}</h2>
      {children && <div className="mt-2 max-w-prose text-ink-2">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}

/** Shown in place of content that failed to load: what happened, what is safe, and a retry button. */
export function LoadError({
  title,
  retry,
  children,
}: {
  title?: ReactNode;
  retry: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('ui');
  return (
    <Notice
      tone="refusal"
      title={title}
      actions={
        <Button variant="secondary" onClick={retry}>
          {t('actions.tryAgain')}
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
