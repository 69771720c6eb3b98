import * as Radix from '@radix-ui/react-toast';
import { SPECIFIED_BEHAVIOURS } from '#web/lib/web-behaviours.ts';
import { Icon } from './icons.tsx';
import type { ShownToast } from './toast.tsx';

const { duration, swipeThreshold } = SPECIFIED_BEHAVIOURS.toast;

interface ToastRegionProps {
  toast: ShownToast;
  /** What a screen reader says before each toast. */
  label: string;
  /** The landmark's name; `{hotkey}` in it becomes the key that leads there. */
  regionLabel: string;
  closeLabel: string;
  onClose: () => void;
}

/** The landmark region for toasts, with the one on screen. Loaded separately, because few visits show a toast. */
export function ToastRegion({ toast, label, regionLabel, closeLabel, onClose }: ToastRegionProps) {
  return (
    <Radix.Provider
      duration={duration}
      swipeDirection="right"
      swipeThreshold={swipeThreshold}
      label={label}
    >
      <Card
        key={toast.id}
        toast={toast}
        closeLabel={closeLabel}
        onOpenChange={(open) => !open && onClose()}
      />
      <Radix.Viewport
        label={regionLabel}
        className="toasts fixed inset-x-4 z-50 mx-auto max-w-md outline-offset-4"
      />
    </Radix.Provider>
  );
}

function Card({
  toast,
  closeLabel,
  onOpenChange,
}: {
  toast: ShownToast;
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
        data-tooltip=""
        className="grid size-11 shrink-0 place-items-center rounded-full"
      >
        <Icon name="close" className="size-5" />
      </Radix.Close>
    </Radix.Root>
  );
}
