/**
 * Ends the page above the bar that is held at its bottom, so that no target lies partly under it. A ref of the bar; loaded
 * after the page.
 */
export function padPageAboveBar(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  let end: (() => void) | null = () => undefined;
  void import('./partly-hidden-targets.ts').then(
    ({ coverPartlyHiddenTargets }) => {
      if (end) end = coverPartlyHiddenTargets(bar);
    },
    // Without it the page goes on under the bar.
    () => undefined,
  );
  return () => {
    end?.();
    end = null;
  };
}
