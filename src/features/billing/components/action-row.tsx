import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** A row with a button that either acts at once or unfolds `children` below it. */
export function ActionRow({
  title,
  detail,
  isOpen,
  onPress,
  children,
}: {
  title: string;
  detail: string;
  /** Absent where the row opens nothing. */
  isOpen?: boolean;
  onPress: () => void;
  children?: ReactNode;
}) {
  return (
    <div className="border-b border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onPress}
        className="-mx-3 flex min-h-16 w-[calc(100%+1.5rem)] items-center gap-4 rounded-xl px-3 py-3 text-left hover:bg-sunk"
      >
        <span className="min-w-0 grow">
          <span className="block font-medium">{title}</span>
          <span className="block text-sm text-ink-2">{detail}</span>
        </span>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} className="size-5 shrink-0" />
      </button>
      {isOpen && <div className="grid grid-cols-1 gap-4 pb-5">{children}</div>}
    </div>
  );
}

/**
 * Says what is about to happen, with buttons to confirm and to cancel; `change` is the mutation that confirming runs.
 */
export function ConfirmPanel({
  text,
  submit,
  change,
  onConfirm,
  onCancel,
  children,
}: {
  text: string;
  submit: string;
  change: Pick<UseMutationResult, 'error' | 'isPending'>;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation('billing');
  const describeError = useErrorMessage();
  return (
    <>
      <p>{text}</p>
      {children}
      {change.error && <Notice tone="refusal">{describeError(change.error)}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" busy={change.isPending} onClick={onConfirm}>
          {submit}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('manage.cancel')}
        </Button>
      </div>
    </>
  );
}
