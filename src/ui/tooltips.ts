import { createTooltipTimer } from './tooltip-timer.ts';

/** How near a tooltip comes to the window's edge, in pixels. */
const MARGIN_PX = 8;

const tooltip = document.createElement('div');
tooltip.popover = 'manual';
// It shows a name that a screen reader knows already.
tooltip.ariaHidden = 'true';
// The padding joins it to its button, so that a pointer can go from one to the other (WCAG 1.4.13).
tooltip.className =
  'inset-auto m-0 w-max max-w-64 border-0 bg-transparent p-0 py-1.5 text-center print:hidden';
const words = document.createElement('div');
words.className = 'rounded-lg bg-ink px-3 py-1.5 text-sm text-on-ink';
tooltip.append(words);

/** The element with the pointer or the keyboard's focus, whether its tooltip is shown, waits, or was closed. */
let current: Element | null = null;
let isByKeyboard = false;

const timer = createTooltipTimer<Element>(
  (target) => {
    // It may have gone, or the pointer have left it, while the code was loaded; and old browsers have no popovers.
    if (!target.matches(':hover, :focus') || !('popover' in HTMLElement.prototype)) return;
    words.textContent = target.ariaLabel ?? target.textContent;
    // Within a modal dialog, because what is outside it takes no pointer.
    (target.closest('dialog') ?? document.body).append(tooltip);
    tooltip.showPopover();
    place(target.getBoundingClientRect());
  },
  () => tooltip.remove(),
);

/** Puts the tooltip above its button, or below where there is no room, and within the window. */
function place(button: DOMRect): void {
  const { width, height } = tooltip.getBoundingClientRect();
  const centred = button.left + (button.width - width) / 2;
  const rightmost = document.documentElement.clientWidth - width - MARGIN_PX;
  const top = button.top - height < 0 ? button.bottom : button.top - height;
  tooltip.style.left = `${Math.max(MARGIN_PX, Math.min(centred, rightmost))}px`;
  tooltip.style.top = `${top}px`;
}

/** Keeps the tooltip at its button while something scrolls. */
function follow(): void {
  if (current && tooltip.isConnected) place(current.getBoundingClientRect());
}

const findTarget = ({ target }: Event): Element | null =>
  target instanceof Element ? target.closest('[data-tooltip]') : null;

function followPointer(event: PointerEvent): void {
  if (event.pointerType === 'touch') return;
  const target = findTarget(event);
  const isOnTooltip = event.target instanceof Node && tooltip.contains(event.target);
  if (target === current || isOnTooltip || (isByKeyboard && !target)) return;
  isByKeyboard = false;
  current = target;
  if (target) timer.point(target);
  else timer.close();
}

/** Shows the tooltip of what Tab has led to. The focus that a dialog gives by itself shows none. */
function followKeyboard(event: KeyboardEvent): void {
  const target = event.key === 'Tab' ? findTarget(event) : null;
  if (!target) return;
  isByKeyboard = true;
  current = target;
  timer.open(target);
}

function leave(): void {
  isByKeyboard = false;
  current = null;
  timer.close();
}

/** Escape closes the tooltip and nothing else, such as the dialog that it is in. */
function closeByEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  if (tooltip.isConnected) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  timer.close();
}

/** Starts to show tooltips, beginning with the element of the event for which this code was loaded. */
export function startTooltips(first: Event): void {
  const capture = { capture: true };
  addEventListener('pointerover', followPointer);
  addEventListener('pointerout', (event) => event.relatedTarget || isByKeyboard || leave());
  addEventListener('keyup', followKeyboard);
  addEventListener('focusout', () => isByKeyboard && leave());
  addEventListener('keydown', closeByEscape, capture);
  addEventListener('pointerdown', timer.close, capture);
  addEventListener('click', timer.close, capture);
  addEventListener('scroll', follow, { ...capture, passive: true });
  if (first instanceof KeyboardEvent) followKeyboard(first);
  else if (first instanceof PointerEvent) followPointer(first);
}
