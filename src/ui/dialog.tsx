import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { ignoreAccidentalDoublePress } from './double-press.ts';
import { Icon } from './icons.tsx';

/**
 * A modal dialog on the native `<dialog>` element, which traps focus, closes on Esc and restores focus by itself, and
 * needs no injected style, which the Content-Security-Policy would refuse.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  wide = false,
}: {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /**
   * Buttons, the primary one first; where something would be lost, that is the one that keeps it. They stack at the
   * bottom of a phone screen and wherever one line is too narrow for them.
   */
  actions?: ReactNode;
  wide?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { t } = useTranslation('ui');
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
    if (!open) return undefined;
    ignoreAccidentalDoublePress();
    // Called when it is closed, and when it is removed while it is open.
    return ignoreAccidentalDoublePress;
  }, [open]);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return undefined;
    const events = new AbortController();
    const { signal } = events;
    dialog.addEventListener('cancel', (event) => (event.preventDefault(), onClose()), { signal });
    // The browser may close it without a `cancel` event (Chromium does on a second Esc).
    dialog.addEventListener('close', onClose, { signal });
    dialog.addEventListener('click', (event) => event.target === dialog && onClose(), { signal });
    return () => events.abort();
  }, [open, onClose]);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={`settle m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] overflow-y-auto rounded-3xl bg-raised text-base text-ink max-sm:mb-4 ${wide ? 'max-w-3xl' : 'max-w-lg'}`}
    >
      {open && (
        <>
          {/* Large text leaves no room for a bar that stays: it scrolls away, and the title gets a line of its own. */}
          <div className="sticky top-[min(0px,(100dvh-40rem)*9)] z-10 flex flex-wrap-reverse items-end justify-end gap-4 bg-raised py-4 pr-3 pl-6">
            <h2 id={id} className="min-w-0 grow basis-40 pt-2 text-xl wrap-anywhere">
              {title}
            </h2>
            <IconButton label={t('actions.close')} onClick={onClose}>
              <Icon name="close" />
            </IconButton>
          </div>
          <div className="px-6 pb-6">{children}</div>
          {actions && (
            <div className="sticky bottom-0 flex flex-col gap-3 border-t border-line bg-raised px-6 py-4 sm:flex-row-reverse sm:flex-wrap sm:justify-start">
              {actions}
            </div>
          )}
        </>
      )}
    </dialog>
  );
}
