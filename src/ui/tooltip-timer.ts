import { SPECIFIED_BEHAVIOURS } from '#web/lib/web-behaviours.ts';

const { delay: DELAY_MS, skipDelay: SKIP_DELAY_MS } = SPECIFIED_BEHAVIOURS.tooltip;

/** Decides when the one tooltip of a page is shown and hidden; the times are the specification's (section 9). */
export interface TooltipTimer<Target> {
  /** The pointer has come to something: its tooltip is shown 700 ms later, or at once within 300 ms of another. */
  point: (target: Target) => void;
  /** Shows a tooltip at once: the keyboard has no pointer to wait for. */
  open: (target: Target) => void;
  close: () => void;
}

/**
 * Creates the timer that decides when the page's only tooltip is shown and hidden, by the rules in `TooltipTimer`; it
 * calls `show` and `hide`.
 */
export function createTooltipTimer<Target>(
  show: (target: Target) => void,
  hide: () => void,
): TooltipTimer<Target> {
  let opening: ReturnType<typeof setTimeout> | undefined;
  let skipping: ReturnType<typeof setTimeout> | undefined;
  let isShown = false;
  const close = () => {
    clearTimeout(opening);
    if (!isShown) return;
    isShown = false;
    hide();
    skipping = setTimeout(() => (skipping = undefined), SKIP_DELAY_MS);
  };
  const open = (target: Target) => {
    close();
    clearTimeout(skipping);
    skipping = undefined;
    isShown = true;
    show(target);
  };
  return {
    open,
    close,
    point: (target) => {
      close();
      if (skipping === undefined) opening = setTimeout(() => open(target), DELAY_MS);
      else open(target);
    },
  };
}
