import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { SPECIFIED_BEHAVIOURS } from '#web/lib/web-behaviours.ts';
import { createLazyComponent } from './lazy-component.tsx';

const ToastRegion = createLazyComponent(() =>
  import('./toast-region.tsx').then((m) => m.ToastRegion),
);

/** Loads the code of toasts (short messages) in advance, because the first toast may be about a lost network. */
export const preloadToasts = (): Promise<boolean> => ToastRegion.preload();

export interface ToastContent {
  title: ReactNode;
  detail?: ReactNode;
  tone?: 'plain' | 'refusal';
  /** An optional action; `altText` says how to do it without the toast. */
  action?: { label: string; altText: string; onPress: () => void };
  /** Milliseconds on screen; 5000 unless told. */
  duration?: number;
}
export interface ShownToast extends ToastContent {
  id: number;
  open: boolean;
}
interface ToastApi {
  /** Shows a toast, replacing the present one, and returns its id. */
  toast: (toast: ToastContent) => number;
  update: (id: number, toast: ToastContent) => void;
  dismiss: (id?: number) => void;
}

const ToastContext = createContext<ToastApi | null>(null);

/**
 * Schedules the removal of a toast that was closed, a very long time later (specification, section 4); returns the
 * function that cancels it, undefined while there is nothing to remove.
 */
export function scheduleToastRemoval(
  toast: ShownToast | null,
  remove: () => void,
): (() => void) | undefined {
  if (!toast || toast.open) return undefined;
  const timer = setTimeout(remove, SPECIFIED_BEHAVIOURS.toast.removeDelay);
  return () => clearTimeout(timer);
}

/**
 * Provides `useToast` and shows one toast at a time (specification, section 9: 5000 ms, swipe 50 px); a new one
 * replaces the former.
 */
export function ToastProvider({
  children,
  label,
  regionLabel,
  closeLabel,
}: {
  children: ReactNode;
  /** What a screen reader says before each toast. */
  label: string;
  /** The landmark's accessible name; `{hotkey}` in it is replaced by the key that focuses it. */
  regionLabel: string;
  closeLabel: string;
}) {
  const [shown, setShown] = useState<ShownToast | null>(null);
  useEffect(() => scheduleToastRemoval(shown, () => setShown(null)), [shown]);
  const toast = useCallback((next: ToastContent) => {
    const id = performance.now();
    setShown({ ...next, id, open: true });
    return id;
  }, []);
  const update = useCallback((id: number, next: ToastContent) => {
    setShown((current) => (current?.id === id ? { ...current, ...next } : current));
  }, []);
  const dismiss = useCallback((id?: number) => {
    setShown((current) =>
      current && (id === undefined || current.id === id) ? { ...current, open: false } : current,
    );
  }, []);
  const value = useMemo(() => ({ toast, update, dismiss }), [toast, update, dismiss]);
  return (
    <ToastContext value={value}>
      {children}
      {shown && (
        <ToastRegion
          toast={shown}
          label={label}
          regionLabel={regionLabel}
          closeLabel={closeLabel}
          onClose={() => dismiss(shown.id)}
        />
      )}
    </ToastContext>
  );
}

/** Returns the functions that show toasts (short messages), from the nearest ToastProvider. */
export function useToast(): ToastApi {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('no ToastProvider above');
  return toasts;
}
