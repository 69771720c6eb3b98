/**
 * Shows the names of icon buttons as tooltips, wherever an element has `data-tooltip`. The code of tooltips is loaded
 * when a pointer or the Tab key first reaches such an element.
 */
export function watchForTooltips(): void {
  const waiting = new AbortController();
  const { signal } = waiting;
  const load = (event: Event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-tooltip]')) return;
    import('./tooltips.ts').then(
      ({ startTooltips }) => {
        if (signal.aborted) return;
        waiting.abort();
        startTooltips(event);
      },
      // Loading failed: every name is still read aloud, and the next button tries again.
      () => {},
    );
  };
  addEventListener('pointerover', load, { signal });
  addEventListener('keyup', load, { signal });
}
