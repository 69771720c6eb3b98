/**
 * Ends the page above the bar that is held at its bottom, so that no target lies partly under it. A ref of the bar; loaded
 * after the page.
 */
export function endPageAbove(held: HTMLElement | null): (() => void) | undefined {
  if (!held) return undefined;
  let end: (() => void) | null = () => undefined;
  void import('./curtain.ts').then(
    ({ drawCurtain }) => {
      if (end) end = drawCurtain(held);
    },
    // Without it the page goes on under the bar.
    () => undefined,
  );
  return () => {
    end?.();
    end = null;
  };
}
