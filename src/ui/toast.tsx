import * as Radix from '@radix-ui/react-toast';
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react';
import { Icon } from './icons.tsx';

export interface Toast {
  title: ReactNode;
  detail?: ReactNode;
  tone?: 'plain' | 'refusal';
  /** One thing that can be done about it; `altText` says how without the toast. */
  action?: { label: string; altText: string; onPress: () => void };
  /** Milliseconds on screen; 5000 unless told. */
  duration?: number;
}
interface Shown extends Toast {
  id: number;
  open: boolean;
}
interface Toasts {
  /** Shows a toast in place of the one on screen, and returns its id. */
  toast: (toast: Toast) => number;
  /** Changes a toast that is still on screen. */
  update: (id: number, toast: Toast) => void;
  dismiss: (id?: number) => void;
}

const Context = createContext<Toasts | null>(null);

/** One toast at a time (specification, section 9: 1 visible, 5000 ms, swipe 50). */
export function ToastProvider({
  children,
  label,
  regionLabel,
  closeLabel,
}: {
  children: ReactNode;
  /** What a screen reader says before each toast. */
  label: string;
  /** The landmark's name; `{hotkey}` in it becomes the key that leads there. */
  regionLabel: string;
  closeLabel: string;
}) {
  const [shown, setShown] = useState<Shown | null>(null);
  const toast = useCallback((next: Toast) => {
    const id = performance.now();
    setShown({ ...next, id, open: true });
    return id;
  }, []);
  const update = useCallback((id: number, next: Toast) => {
    setShown((current) => (current?.id === id ? { ...current, ...next } : current));
  }, []);
  const dismiss = useCallback((id?: number) => {
    setShown((current) =>
      current && (id === undefined || current.id === id) ? { ...current, open: false } : current,
    );
  }, []);
  const value = useMemo(() => ({ toast, update, dismiss }), [toast, update, dismiss]);
  return (
    <Context value={value}>
      <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label={label}>
        {children}
        {shown && (
          <Card
            key={shown.id}
            toast={shown}
            closeLabel={closeLabel}
            onOpenChange={(open) => !open && dismiss(shown.id)}
          />
        )}
        <Radix.Viewport
          label={regionLabel}
          className="toasts fixed inset-x-4 z-50 mx-auto max-w-md outline-offset-4"
        />
      </Radix.Provider>
    </Context>
  );
}

function Card({
  toast,
  closeLabel,
  onOpenChange,
}: {
  toast: Shown;
  closeLabel: string;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Radix.Root
      open={toast.open}
      onOpenChange={onOpenChange}
      {...(toast.duration !== undefined && { duration: toast.duration })}
      className="settle flex items-start gap-3 rounded-2xl bg-ink py-3 pr-2 pl-5 text-on-ink data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
    >
      {toast.tone === 'refusal' && <Icon name="notice" className="mt-2.5 size-5 shrink-0" />}
      <div className="min-w-0 grow py-2">
        <Radix.Title className="font-medium">{toast.title}</Radix.Title>
        {toast.detail && (
          <Radix.Description className="text-sm opacity-85">{toast.detail}</Radix.Description>
        )}
      </div>
      {toast.action && (
        <Radix.Action
          altText={toast.action.altText}
          onClick={toast.action.onPress}
          className="min-h-11 px-3 font-medium underline underline-offset-4"
        >
          {toast.action.label}
        </Radix.Action>
      )}
      <Radix.Close
        aria-label={closeLabel}
        className="grid size-11 shrink-0 place-items-center rounded-full"
      >
        <Icon name="close" className="size-5" />
      </Radix.Close>
    </Radix.Root>
  );
}

/** The toasts of the nearest provider. */
export function useToast(): Toasts {
  const toasts = useContext(Context);
  if (!toasts) throw new Error('useToast needs a ToastProvider above it');
  return toasts;
}
